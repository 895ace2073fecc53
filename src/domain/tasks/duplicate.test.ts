import { describe, expect, it } from 'vitest'

import { aTask } from '#tests/support/a-task.ts'

import { duplicateTask } from './duplicate.ts'

const WHO = { userId: 'u1', now: '2026-11-23T09:00:00.000Z' }
const place = (id: number, position: number) => ({ id, position })

describe('the place of a copy', () => {
  const original = aTask({ id: 1, position: 2 })
  it.each([
    ['moves nothing when there is a gap', [place(1, 2), place(2, 4)], []],
    ['moves the next task', [place(1, 2), place(2, 3), place(3, 5)], [place(2, 4)]],
    ['moves as many tasks as necessary', [place(1, 2), place(2, 3), place(3, 4)], [place(2, 4), place(3, 5)]],
    ['moves a task that shares the position', [place(1, 2), place(2, 2)], [place(2, 4)]],
    ['leaves earlier tasks', [place(0, 1), place(1, 2)], []],
  ])('%s', (_what, level, moved) => {
    const duplicate = duplicateTask(original, level, WHO)
    expect(duplicate.copy.position).toBe(3)
    expect(duplicate.moved).toEqual(moved)
  })

  it('is the end of the level if the level is full', () => {
    const level = [1, 2, 3, 4, 5, 6].map((id) => place(id, id))
    const { copy, moved } = duplicateTask(aTask({ id: 1, position: 1 }), level, WHO)
    expect(copy.position).toBe(7)
    expect(moved).toEqual([])
  })
})
