import { describe, expect, test } from 'vitest'

import type { Level } from '../priority.ts'
import { listMovedUp } from './moved-up.ts'

const task = (id: number, priority: Level, position: number, completed = false) => ({
  id,
  priority,
  position,
  completed,
})

/** Five tasks at level 2, which has three slots. */
const crowd = [0, 1, 2, 3, 4].map((position) => task(position + 1, 2, position))
const change = (id: number, changed: ReturnType<typeof task>) =>
  crowd.map((one) => (one.id === id ? changed : one))

describe('moving up', () => {
  test.each([
    ['completed', change(1, task(1, 2, 0, true)), [4]],
    ['moved to another level', change(2, task(2, 5, 0)), [4]],
    ['moved to the end of the line', change(3, task(3, 2, 5)), [4]],
    ['deleted', crowd.slice(1), [4]],
    ['deleted along with the first waiting task', crowd.filter(({ id }) => id !== 1 && id !== 4), [5]],
    ['completed along with another task', crowd.map((one) => ({ ...one, completed: one.id < 3 })), [4, 5]],
    ['completed while another task joins the line', [...change(1, task(1, 2, 0, true)), task(6, 2, 5)], [4]],
  ])('lets the first waiting task take a slot whose task is %s', (_how, after, ids) => {
    expect(listMovedUp(crowd, after).map(({ id }) => id)).toEqual(ids)
  })

  test.each([
    ['a waiting task leaves', crowd.slice(0, 4)],
    ['a waiting task is moved into a slot by hand', change(4, task(4, 2, -1))],
    ['a level is reordered', crowd.map((one) => ({ ...one, position: 4 - one.position }))],
    ['a waiting task moves to another level', change(4, task(4, 3, 3))],
    ['nothing changes', crowd],
  ])('does not happen when %s', (_what, after) => {
    expect(listMovedUp(crowd, after).filter(({ id }) => id !== 5)).toEqual([])
  })
})
