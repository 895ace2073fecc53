import { describe, expect, it } from 'vitest'

import { dateOf, dayNumber } from './day-number.ts'
import type { Task } from './task.ts'
import { type TimelineItem, describeSpan, keepOrder, listTimeline, rowNear } from './timeline.ts'

const dated = (
  id: number,
  startDate: string | null,
  endDate: string | null,
  dueDate: string | null = null,
  completed = false,
) =>
  ({
    id,
    startDate,
    endDate,
    dueDate,
    completed,
    progress: 0,
    dependencies: [] as string[],
  }) as unknown as Task

it.each([
  { task: dated(1, '2026-11-17', '2026-11-20'), days: ['2026-11-17', '2026-11-20'], why: 'both dates' },
  {
    task: dated(1, '2026-11-17', '2026-11-17'),
    days: ['2026-11-17', '2026-11-18'],
    why: 'an end that is no later',
  },
  {
    task: dated(1, '2026-11-17', '2026-11-01'),
    days: ['2026-11-17', '2026-11-18'],
    why: 'an end before the start',
  },
  { task: dated(1, null, null, '2026-12-31'), days: ['2026-12-31', '2027-01-01'], why: 'a due date only' },
  {
    task: dated(1, 'soon', null, '2026-11-19T09:00'),
    days: ['2026-11-19', '2026-11-20'],
    why: 'a start nobody can read',
  },
  { task: dated(1, '', null, '2026-11-19'), days: ['2026-11-19', '2026-11-20'], why: 'an empty start' },
  { task: dated(1, null, '2026-11-20'), days: ['2026-11-20', '2026-11-21'], why: 'an end date only' },
])('a task with $why spans $days', ({ task, days }) => {
  const [first] = listTimeline([task])
  expect([dateOf(first?.start ?? 0).toString(), dateOf(first?.end ?? 0).toString()]).toEqual(days)
})

it('times of day count, and an instant is on the day of the viewer', () => {
  const [item] = listTimeline([dated(1, '2026-11-19T09:00', '2026-11-20T23:30:00Z')], 'Europe/Berlin')
  expect(item).toMatchObject({ start: day('2026-11-19') + 0.375, hasOwnEnd: true })
  expect(item?.end).toBeCloseTo(day('2026-11-21') + 0.5 / 24, 5)
})

it('lists open tasks by start, ties by id, completed ones behind, and leaves out those without a date', () => {
  const tasks = [
    dated(4, '2026-11-18', null),
    dated(5, '2026-11-01', null, null, true),
    dated(2, 'soon', null),
    dated(3, '2026-11-17', null),
    dated(1, '2026-11-18', null),
  ]
  expect(listTimeline(tasks).map(({ task }) => task.id)).toEqual([3, 1, 4, 5])
})

describe('keeping the order of the rows', () => {
  it('a bar that was moved behind others stays in its row', () => {
    const moved = rows(
      dated(1, '2026-12-30', null),
      dated(2, '2026-11-18', null),
      dated(3, '2026-11-19', null),
    )
    expect(ids(keepOrder(moved, [1, 2, 3]))).toEqual([1, 2, 3])
  })
  it('a new one stands before the first that comes after it; one that is gone leaves no gap', () => {
    const changed = rows(
      dated(1, '2026-11-17', null),
      dated(3, '2026-11-19', null),
      dated(4, '2026-11-18', null),
    )
    expect(ids(keepOrder(changed, [3, 2, 1]))).toEqual([4, 3, 1])
    expect(ids(keepOrder(changed, [1, 2, 3]))).toEqual([1, 4, 3])
  })
  it('without a row before, it is the order of the list', () => {
    expect(ids(keepOrder(rows(dated(2, '2026-11-17', null), dated(1, '2026-11-18', null)), [9]))).toEqual([
      2, 1,
    ])
  })
})

it('the row near a moment is the first open one that has not ended by then', () => {
  const list = listTimeline([
    dated(1, '2026-11-10', '2026-11-12'),
    dated(2, '2026-11-11', '2026-11-30'),
    dated(3, '2026-11-20', null),
    dated(4, '2026-11-20', '2027-01-01', null, true),
  ])
  expect(rowNear(list, day('2026-11-12'))).toBe(1)
  expect(rowNear(list, day('2026-12-12'))).toBe(3)
  expect(rowNear([], 0)).toBe(0)
})

it('a span is said in days that have begun, with the year where it is another', () => {
  const today = Temporal.PlainDate.from('2026-11-19')
  const span = (start: string, end: string) => ({ start: day(start), end: day(end) })
  expect(describeSpan(span('2026-11-20', '2026-11-23'), today)).toBe('Nov 20 to Nov 23, 3 days')
  expect(describeSpan(span('2026-12-31', '2027-01-01'), today)).toBe('Dec 31 to Jan 1, 2027, 1 day')
  expect(describeSpan({ start: day('2026-11-20'), end: day('2026-11-21') + 0.5 }, today)).toBe(
    'Nov 20 to Nov 21, 2 days',
  )
})

function day(text: string): number {
  return dayNumber(Temporal.PlainDate.from(text))
}

function rows(...tasks: Task[]): TimelineItem[] {
  return listTimeline(tasks)
}

function ids(list: TimelineItem[]): number[] {
  return list.map(({ task }) => task.id)
}
