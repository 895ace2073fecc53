import { describe, expect, it } from 'vitest'

import { dateOf, dayNumber } from '#domain/tasks/slack/day-number.ts'
import type { Task } from '#domain/tasks/task.ts'
import { aTask } from '#tests/support/a-task.ts'
import { type TimelineItem, keepOrder, listTimeline, rowNear, shownEnd } from './items.ts'
import * as words from '../words.ts'

const dated = (
  id: number,
  startDate: string | null,
  endDate: string | null,
  dueDate: string | null = null,
  completed = false,
) =>
  aTask({
    id,
    startDate,
    endDate,
    dueDate,
    completed,
  })

it.each([
  { task: dated(1, '2026-11-17', '2026-11-20'), days: ['2026-11-17', '2026-11-20'], why: 'both dates' },
  {
    task: dated(1, '2026-11-17', '2026-11-17'),
    days: ['2026-11-17', '2026-11-18'],
    why: 'an end equal to its start',
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
    why: 'an unreadable start',
  },
  { task: dated(1, '', null, '2026-11-19'), days: ['2026-11-19', '2026-11-20'], why: 'an empty start' },
  { task: dated(1, null, '2026-11-20'), days: ['2026-11-20', '2026-11-21'], why: 'an end date only' },
])('a task with $why spans $days', ({ task, days }) => {
  const [first] = listTimeline([task], 'UTC')
  expect([dateOf(first?.start ?? 0).toString(), dateOf(first?.end ?? 0).toString()]).toEqual(days)
})

it('places times of day, and instants in the viewer’s time zone', () => {
  const [item] = listTimeline([dated(1, '2026-11-19T09:00', '2026-11-20T23:30:00Z')], 'Europe/Berlin')
  expect(item).toMatchObject({ start: day('2026-11-19') + 0.375, hasOwnEnd: true })
  expect(item?.end).toBeCloseTo(day('2026-11-21') + 0.5 / 24, 5)
})

it('sorts open tasks by start and id, then completed ones, and leaves out tasks without a date', () => {
  const tasks = [
    dated(4, '2026-11-18', null),
    dated(5, '2026-11-01', null, null, true),
    dated(2, 'soon', null),
    dated(3, '2026-11-17', null),
    dated(1, '2026-11-18', null),
  ]
  expect(listTimeline(tasks, 'UTC').map(({ task }) => task.id)).toEqual([3, 1, 4, 5])
})

describe('keeping the order of the rows', () => {
  it('keeps the row of a moved bar', () => {
    const moved = rows(
      dated(1, '2026-12-30', null),
      dated(2, '2026-11-18', null),
      dated(3, '2026-11-19', null),
    )
    expect(ids(keepOrder(moved, [1, 2, 3]))).toEqual([1, 2, 3])
  })
  it('inserts a new item before the first item that sorts after it, and closes gaps', () => {
    const changed = rows(
      dated(1, '2026-11-17', null),
      dated(3, '2026-11-19', null),
      dated(4, '2026-11-18', null),
    )
    expect(ids(keepOrder(changed, [3, 2, 1]))).toEqual([4, 3, 1])
    expect(ids(keepOrder(changed, [1, 2, 3]))).toEqual([1, 4, 3])
  })
  it('keeps the given order if no item had a row', () => {
    expect(ids(keepOrder(rows(dated(2, '2026-11-17', null), dated(1, '2026-11-18', null)), [9]))).toEqual([
      2, 1,
    ])
  })
})

it('finds the first open row that ends after a moment', () => {
  const list = listTimeline(
    [
      dated(1, '2026-11-10', '2026-11-12'),
      dated(2, '2026-11-11', '2026-11-30'),
      dated(3, '2026-11-20', null),
      dated(4, '2026-11-20', '2027-01-01', null, true),
    ],
    'UTC',
  )
  expect(rowNear(list, day('2026-11-12'))).toBe(1)
  expect(rowNear(list, day('2026-12-12'))).toBe(3)
  expect(rowNear([], 0)).toBe(0)
})

it.each([
  ['2026-11-20', '2026-11-20', 'Nov 20'],
  ['2026-11-20', null, 'Nov 20'],
  [null, '2026-11-20', 'Nov 20'],
  ['2026-11-20T09:00', null, 'Nov 20'],
  ['2026-11-20T09:00', '2026-11-20T17:00', 'Nov 20'],
  ['2026-11-20', '2026-11-21', 'Nov 20 – Nov 21'],
  ['2026-11-20', '2026-11-23', 'Nov 20 – Nov 23'],
  ['2026-11-20', '2026-11-21T12:00', 'Nov 20 – Nov 21'],
  ['2026-12-31', '2027-01-01', 'Dec 31 – Jan 1, 2027'],
  ['2027-02-01', null, 'Feb 1, 2027'],
])('describes a start of %s and an end of %s as %j', (start, end, text) => {
  const today = Temporal.PlainDate.from('2026-11-19')
  const [item] = rows(dated(1, start, end))
  expect(item && words.span(item, today)).toBe(text)
})

it('describes a bar with its new end after a drag makes it longer', () => {
  const [item] = rows(dated(1, '2026-11-20', null))
  const dragged = item && { ...item, end: item.end + 2 }
  expect(dragged && words.span(dragged, Temporal.PlainDate.from('2026-11-19'))).toBe('Nov 20 – Nov 23')
})

function day(text: string): number {
  return dayNumber(Temporal.PlainDate.from(text))
}

function rows(...tasks: Task[]): TimelineItem[] {
  return listTimeline(tasks, 'UTC')
}

function ids(list: TimelineItem[]): number[] {
  return list.map(({ task }) => task.id)
}

it.each([
  ['2026-11-17', '2026-11-20', '2026-11-20'],
  ['2026-11-17', '2026-11-20T09:00', '2026-11-20'],
  ['2026-11-17', null, '2026-11-17'],
  ['2026-11-17T17:00', '2026-11-01', '2026-11-17'],
])('shows that a bar from %s to %s ends on %s', (start, end, shown) => {
  const ends = listTimeline([dated(1, start, end)], 'UTC').map((item) => dateOf(shownEnd(item)).toString())
  expect(ends).toEqual([shown])
})
