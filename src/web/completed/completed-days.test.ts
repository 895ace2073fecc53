import { describe, expect, it, test } from 'vitest'

import {
  completedDayTitle,
  dayRange,
  describeAmount,
  groupByCompletionDay,
  joinDays,
} from './completed-days.ts'
import { aTask } from '#tests/support/a-task.ts'

const today = Temporal.PlainDate.from('2026-11-19')
const day = (text: string) => Temporal.PlainDate.from(text)
const done = (id: number, completedAt: string, elapsedTime = 0) =>
  aTask({ id, completed: true, completedAt, elapsedTime, updatedAt: completedAt })

describe('groupByCompletionDay', () => {
  it('groups tasks by calendar day, keeps their order and adds totals', () => {
    const groups = groupByCompletionDay(
      [
        done(3, '2026-11-19T08:00:00.000Z', 60),
        done(2, '2026-11-19T08:00:00.000Z', 5),
        done(5, '2026-11-18T23:59:59.999Z'),
        done(1, '2026-11-17T00:00:00.000Z', 7),
        done(6, '2025-12-31T12:00:00.000Z'),
      ],
      'UTC',
    )
    expect(
      groups.map(({ day, tasks, count, elapsedTime }) => [
        day.toString(),
        tasks.map((task) => task.id),
        count,
        elapsedTime,
      ]),
    ).toEqual([
      ['2026-11-19', [3, 2], 2, 65],
      ['2026-11-18', [5], 1, 0],
      ['2026-11-17', [1], 1, 7],
      ['2025-12-31', [6], 1, 0],
    ])
  })

  it('returns no days without tasks', () => expect(groupByCompletionDay([], 'UTC')).toEqual([]))

  it.each([
    ['Pacific/Apia', '2026-11-19'],
    ['Asia/Kolkata', '2026-11-19'],
    ['Europe/Berlin', '2026-11-18'],
    ['UTC', '2026-11-18'],
    ['America/New_York', '2026-11-18'],
  ])('uses the user’s time zone: in %s, 20:30 UTC on the 18th is on %s', (zone, expected) => {
    const [group] = groupByCompletionDay([done(1, '2026-11-18T20:30:00.000Z')], zone)
    expect(group?.day.toString()).toBe(expected)
  })

  it.each([
    ['the clocks go back', 'Europe/Berlin', ['2026-10-25T22:59:59.999Z', '2026-10-24T22:00:00.000Z'], [2]],
    ['the clocks go back', 'Europe/Berlin', ['2026-10-25T23:00:00.000Z', '2026-10-25T22:59:59.999Z'], [1, 1]],
    ['the clocks go forward', 'Europe/Berlin', ['2026-03-29T21:59:59.999Z', '2026-03-28T23:00:00.000Z'], [2]],
    [
      'the clocks go forward',
      'Europe/Berlin',
      ['2026-03-29T22:00:00.000Z', '2026-03-29T21:59:59.999Z'],
      [1, 1],
    ],
    ['the clocks go back', 'America/New_York', ['2026-11-02T04:59:59.999Z', '2026-11-01T04:00:00.000Z'], [2]],
    ['midnight comes twice', 'America/Havana', ['2026-11-02T04:59:59.999Z', '2026-11-01T04:00:00.000Z'], [2]],
    ['there is no midnight', 'Africa/Cairo', ['2026-04-24T20:59:59.999Z', '2026-04-23T22:00:00.000Z'], [2]],
    [
      'there is no midnight',
      'Africa/Cairo',
      ['2026-04-23T22:00:00.000Z', '2026-04-23T21:59:59.999Z'],
      [1, 1],
    ],
    [
      'half an hour is skipped',
      'Australia/Lord_Howe',
      ['2026-10-04T12:59:59.999Z', '2026-10-03T13:30:00.000Z'],
      [2],
    ],
  ])('when %s in %s, tasks completed at %j form days of %j tasks', (_, zone, times, expected) => {
    const groups = groupByCompletionDay(
      times.map((at, index) => done(9 - index, at)),
      zone,
    )
    expect(groups.map((group) => group.count)).toEqual(expected)
  })
})

describe('joinDays', () => {
  const tasks = [
    done(5, '2026-11-19T08:00:00.000Z', 1),
    done(4, '2026-11-18T09:00:00.000Z', 10),
    done(3, '2026-11-18T08:00:00.000Z', 100),
    done(2, '2026-11-18T07:00:00.000Z', 1000),
    done(1, '2026-11-17T08:00:00.000Z', 10_000),
  ]
  it.each([[[5]], [[1, 4]], [[2, 3]], [[2, 1, 1, 1]], [[0, 2, 0, 3]], [[1, 3, 1]]])(
    'joins the days of lists of %j tasks as if they were one list',
    (lengths) => {
      let start = 0
      const lists = lengths.map((length) =>
        groupByCompletionDay(tasks.slice(start, (start += length)), 'UTC'),
      )
      const before = structuredClone(lists.flat().map((day) => day.count))
      expect(joinDays(lists)).toEqual(groupByCompletionDay(tasks, 'UTC'))
      expect(lists.flat().map((day) => day.count)).toEqual(before)
    },
  )
})

test.each([
  ['2026-11-19', '2026-11-19', 'UTC', '2026-11-19T00:00:00.000Z', '2026-11-19T23:59:59.999Z'],
  ['2026-11-16', '2026-11-22', 'Europe/Berlin', '2026-11-15T23:00:00.000Z', '2026-11-22T22:59:59.999Z'],
  ['2026-10-25', '2026-10-25', 'Europe/Berlin', '2026-10-24T22:00:00.000Z', '2026-10-25T22:59:59.999Z'],
  ['2026-03-29', '2026-03-29', 'Europe/Berlin', '2026-03-28T23:00:00.000Z', '2026-03-29T21:59:59.999Z'],
  ['2026-11-19', '2026-11-19', 'Asia/Kolkata', '2026-11-18T18:30:00.000Z', '2026-11-19T18:29:59.999Z'],
  ['2026-11-19', '2026-11-19', 'Pacific/Apia', '2026-11-18T11:00:00.000Z', '2026-11-19T10:59:59.999Z'],
  ['2026-04-24', '2026-04-24', 'Africa/Cairo', '2026-04-23T22:00:00.000Z', '2026-04-24T20:59:59.999Z'],
])('the days from %s through %s in %s last from %s to %s', (first, last, zone, from, to) => {
  expect(dayRange(day(first), day(last), zone)).toEqual({ from, to })
})

test.each([
  ['2026-11-19', 'Today'],
  ['2026-11-18', 'Yesterday'],
  ['2026-11-17', 'Tuesday, November 17'],
  ['2026-11-20', 'Friday, November 20'],
  ['2025-12-31', 'Wednesday, December 31, 2025'],
])('names the day %s "%s"', (text, title) => {
  expect(completedDayTitle(day(text), today)).toBe(title)
})

test.each([
  [0, 0, '0 tasks'],
  [1, 0, '1 task'],
  [3, 11_520, '3 tasks, 3h 12m'],
  [50_000, 45, '50,000 tasks, 45s'],
])('describes %i tasks of %i seconds as %s', (count, elapsedTime, text) => {
  expect(describeAmount({ count, elapsedTime })).toBe(text)
})
