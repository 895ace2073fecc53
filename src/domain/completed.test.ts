import { describe, expect, it } from 'vitest'

import { completedFilterSchema, groupByCompletionDay } from './completed.ts'
import type { Task } from './task.ts'

const today = Temporal.PlainDate.from('2026-11-19')
const completedAt = (id: number, completedAt: string | null) =>
  ({ id, completed: completedAt !== null, completedAt, updatedAt: '2026-11-19T00:00:00.000Z' }) as Task

describe('groupByCompletionDay', () => {
  it('groups by calendar day, newest first, ties by higher id', () => {
    const groups = groupByCompletionDay(
      [
        completedAt(1, '2026-11-17T09:00:00.000Z'),
        completedAt(2, '2026-11-19T08:00:00.000Z'),
        completedAt(3, '2026-11-19T08:00:00.000Z'),
        completedAt(4, null),
        completedAt(5, '2026-11-18T23:59:59.999Z'),
        completedAt(6, '2025-12-31T12:00:00.000Z'),
      ],
      today,
      'UTC',
    )
    expect(groups.map(({ title, tasks }) => [title, tasks.map((task) => task.id)])).toEqual([
      ['Today', [3, 2]],
      ['Yesterday', [5]],
      ['Tuesday, November 17', [1]],
      ['Wednesday, December 31, 2025', [6]],
    ])
  })

  it.each([
    ['Pacific/Apia', 'Today'],
    ['Asia/Kolkata', 'Today'],
    ['UTC', 'Yesterday'],
    ['America/New_York', 'Yesterday'],
  ])('takes the day of the person: 20:30 UTC on the 18th is in %s %s', (zone, title) => {
    const groups = groupByCompletionDay([completedAt(1, '2026-11-18T20:30:00.000Z')], today, zone)
    expect(groups[0]?.title).toBe(title)
  })

  it('keeps both hours of the night the clocks go back on one day', () => {
    const night = ['2026-10-25T00:30:00.000Z', '2026-10-25T01:30:00.000Z', '2026-10-25T22:59:00.000Z']
    const groups = groupByCompletionDay(
      night.map((at, id) => completedAt(id + 1, at)),
      today,
      'Europe/Berlin',
    )
    expect(groups.map((group) => group.tasks.length)).toEqual([3])
  })
})

describe('completedFilterSchema', () => {
  it('reads instants with an offset as UTC with milliseconds', () => {
    expect(completedFilterSchema.parse({ from: '2026-11-19T01:00:00+01:00' }).from).toBe(
      '2026-11-19T00:00:00.000Z',
    )
  })

  it.each([
    ['0000-12-31T23:59:59Z', '0001-01-01T00:00:00.000Z'],
    ['0000-01-01T00:00:00+14:00', '0001-01-01T00:00:00.000Z'],
    ['0001-01-01T00:00:00Z', '0001-01-01T00:00:00.000Z'],
    ['9999-12-31T23:59:59Z', '9999-12-31T23:59:59.000Z'],
    ['9999-12-31T23:59:59-14:00', '9999-12-31T23:59:59.999Z'],
  ])('takes %s as %s, so that it lies in the years that can be kept', (from, read) =>
    expect(completedFilterSchema.parse({ from }).from).toBe(read),
  )

  it.each([
    { limit: '0' },
    { limit: '501' },
    { limit: '1.5' },
    { limit: 'x' },
    { from: '2026-11-19' },
    { to: 'x' },
  ])('refuses %j', (query) => expect(completedFilterSchema.safeParse(query).success).toBe(false))
})
