import { describe, expect, it } from 'vitest'

import type { CompletedDay } from '#domain/completed-days.ts'
import type { Task } from '#domain/task.ts'

import { nearestTask, toListItems } from './list-items.ts'

const day = (date: string, ...ids: number[]): CompletedDay => ({
  day: Temporal.PlainDate.from(date),
  tasks: ids.map((id) => ({ id }) as Task),
  count: ids.length,
  elapsedTime: 0,
})
const days = [day('2026-11-19', 9, 8), day('2026-11-18', 7)]

describe('the items of the list', () => {
  it('are each day, then its tasks, which are counted from 1', () => {
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

  it('end with a place for more where more follows', () => {
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
  ])('to the index %i is at %i', (index, expected) => expect(nearestTask(items, index)).toBe(expected))

  it('is none where there are only places for others', () => {
    expect(nearestTask(toListItems([], true).items, 0)).toBe(-1)
  })
})
