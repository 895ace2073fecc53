import { describe, expect, it } from 'vitest'

import type { CompletedDay } from './completed-days.ts'
import { aTask } from '#tests/support/a-task.ts'

import { nearestTask, toListItems } from './list-items.ts'

const day = (date: string, ...ids: number[]): CompletedDay => ({
  day: Temporal.PlainDate.from(date),
  tasks: ids.map((id) => aTask({ id })),
  count: ids.length,
  elapsedTime: 0,
})
const days = [day('2026-11-19', 9, 8), day('2026-11-18', 7)]

describe('list items', () => {
  it('list each day, followed by its tasks, numbered from 1', () => {
    const { items, headings } = toListItems(days, false)
    expect(headings).toEqual([0, 3])
    expect(items.map(({ key }) => key)).toEqual(['2026-11-19', 9, 8, '2026-11-18', 7])
    expect(items.map((item) => (item.kind === 'task' ? [item.dayIndex, item.place] : null))).toEqual([
      null,
      [0, 1],
      [0, 2],
      null,
      [1, 1],
    ])
  })

  it('end with a placeholder if there is more', () => {
    expect(toListItems(days, true).items.at(-1)).toEqual({ kind: 'more', key: 'more' })
    expect(toListItems([], false)).toEqual({ items: [], headings: [] })
  })
})

describe('the nearest task', () => {
  const { items } = toListItems(days, true)
  it.each([
    [0, 1],
    [1, 1],
    [3, 4],
    [4, 4],
    [5, 4],
    [99, 4],
  ])('to index %i is at %i', (index, expected) => expect(nearestTask(items, index)).toBe(expected))

  it('is -1 without tasks', () => {
    expect(nearestTask(toListItems([], true).items, 0)).toBe(-1)
  })
})
