import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'

import { aTask } from '#tests/support/a-task.ts'
import { leastCpuMs } from '#tests/support/cpu-time.ts'
import { dateOf, dayNumber } from './day-number.ts'
import { SLACK_MARKS_MAX, type Slack, findSlack, findSlackMarks, finishDay, levelOfSlack } from './slack.ts'
import { makeWorkCalendar } from './slack-hours.ts'
import type { Task } from '../task.ts'

const HOUR = 3600
const BERLIN = 'Europe/Berlin'
/** The default hours. */
const DEFAULT = { hoursPerWeekday: [6, 6, 6, 6, 6, 2, 2], dayStartsAt: '09:00' }
const WEEKDAYS = { hoursPerWeekday: [8, 8, 8, 8, 8, 0, 0], dayStartsAt: '09:00' }
const from = (dayStartsAt: string) => ({ hoursPerWeekday: [6, 6, 6, 6, 6, 6, 6], dayStartsAt })
const NIGHT = from('00:00')

const NOW = '2026-11-19T10:47:00+01:00[Europe/Berlin]'

const slackOf = (tasks: Task[], now = NOW, hours = DEFAULT) => {
  const time = Temporal.ZonedDateTime.from(now)
  const calendar = makeWorkCalendar(hours, time.timeZoneId)
  return { calendar, slack: findSlack(tasks, calendar, time) }
}

const chain = (fields: Partial<Task>[]) =>
  fields.map((one, index) => aTask({ id: index + 1, estimatedTime: '2h', ...one }))

const minutesOf = (tasks: Task[]) => [...slackOf(tasks).slack].map(([id, { seconds }]) => [id, seconds / 60])

const averageOf = (hoursPerWeekday: number[]) =>
  makeWorkCalendar({ hoursPerWeekday, dayStartsAt: '09:00' }, BERLIN).averageDay

const slackWith = (seconds: number): Slack => ({
  seconds,
  workLeft: 0,
  latestStart: 0,
  latestFinish: 0,
  isOwn: true,
})

describe('the slack of one task', () => {
  it.each([
    // title, hours, now, due, estimate, logged h, slack in hours, latest start, level
    ['spans a weekend', DEFAULT, NOW, '2026-11-24', '27 hours', 65 / 60, 0.3, '2026-11-19T11:05:00+01:00', 2],
    ['due in a week', DEFAULT, NOW, '2026-11-26', '34 hours', 0, 4 + 13 / 60, '2026-11-20T09:00:00+01:00', 3],
    ['without an estimate', DEFAULT, NOW, '2026-11-19', null, 0, 3 + 13 / 60, '2026-11-19T14:00:00+01:00', 3],
    [
      'with all work logged',
      DEFAULT,
      NOW,
      '2026-11-19',
      '1h',
      9,
      4 + 13 / 60,
      '2026-11-20T09:00:00+01:00',
      3,
    ],
    [
      'with less time than work',
      DEFAULT,
      NOW,
      '2026-11-19',
      '5h',
      0,
      -47 / 60,
      '2026-11-19T10:00:00+01:00',
      1,
    ],
    ['due yesterday', DEFAULT, NOW, '2026-11-18', '1h', 0, -1 - 107 / 60, '2026-11-18T14:00:00+01:00', 1],
    ['due in a year', DEFAULT, NOW, '2027-11-19', '1h', 0, 1777 + 13 / 60, '2027-11-19T14:00:00+01:00', null],
    [
      'after work',
      WEEKDAYS,
      at('2026-11-20T18:00'),
      '2026-11-23',
      '8h',
      0,
      0,
      '2026-11-23T09:00:00+01:00',
      2,
    ],
    [
      'on a free day',
      WEEKDAYS,
      at('2026-11-21T12:00'),
      '2026-11-22',
      '1h',
      0,
      -1,
      '2026-11-20T16:00:00+01:00',
      1,
    ],
    [
      'due at a time',
      WEEKDAYS,
      at('2026-11-20T15:00'),
      '2026-11-23T11:00',
      '1h',
      0,
      3,
      '2026-11-23T10:00:00+01:00',
      3,
    ],
    [
      'due before work',
      WEEKDAYS,
      at('2026-11-20T15:00'),
      '2026-11-23T08:00',
      '1h',
      0,
      1,
      '2026-11-20T16:00:00+01:00',
      2,
    ],
    [
      'due at an instant',
      WEEKDAYS,
      at('2026-11-20T15:00'),
      '2026-11-23T10:00:00Z',
      '1h',
      0,
      3,
      '2026-11-23T10:00:00+01:00',
      3,
    ],
    // Clocks go back at 3:00 on October 25, 2026: the night is an hour longer.
    [
      'on a longer night',
      NIGHT,
      at('2026-10-25T00:00'),
      '2026-10-25T04:00',
      '1h',
      0,
      4,
      '2026-10-25T03:00:00+01:00',
      3,
    ],
    [
      'after a longer night',
      NIGHT,
      at('2026-10-25T00:00'),
      '2026-10-25',
      '1h',
      0,
      5,
      '2026-10-25T04:00:00+01:00',
      3,
    ],
    // Clocks go forward at 2:00 on March 28, 2027: the night is an hour shorter.
    [
      'on a shorter night',
      NIGHT,
      at('2027-03-28T00:00'),
      '2027-03-28T04:00',
      '1h',
      0,
      2,
      '2027-03-28T03:00:00+02:00',
      3,
    ],
    [
      'after a shorter night',
      NIGHT,
      at('2027-03-28T00:00'),
      '2027-03-28',
      '1h',
      0,
      5,
      '2027-03-28T06:00:00+02:00',
      3,
    ],
    [
      'in a skipped hour',
      from('02:30'),
      at('2027-03-28T00:00'),
      '2027-03-28T05:30',
      '1h',
      0,
      1,
      '2027-03-28T04:30:00+02:00',
      2,
    ],
    [
      'on a night with a half-hour change',
      NIGHT,
      at('2026-10-04T00:00', 'Australia/Lord_Howe'),
      '2026-10-04T04:00',
      '1h',
      0,
      2.5,
      '2026-10-04T03:00:00+11:00',
      3,
    ],
    [
      'past midnight',
      from('20:00'),
      at('2026-10-31T22:00', 'America/New_York'),
      '2026-11-01T01:30',
      '1h',
      0,
      2.5,
      '2026-11-01T00:30:00-04:00',
      3,
    ],
    [
      'across a daylight-saving change',
      from('20:00'),
      at('2026-10-31T22:00', 'America/New_York'),
      '2026-10-31',
      '1h',
      0,
      3,
      '2026-11-01T01:00:00-04:00',
      3,
    ],
  ] as const)('%s', (_title, hours, now, dueDate, estimatedTime, logged, expected, start, level) => {
    const task = aTask({ id: 7, dueDate, estimatedTime, elapsedTime: Math.round(logged * HOUR) })
    const { calendar, slack } = slackOf([task], now, {
      ...hours,
      hoursPerWeekday: [...hours.hoursPerWeekday],
    })
    const { seconds = Number.NaN, latestStart = Number.NaN } = slack.get(7) ?? {}
    expect(seconds / HOUR).toBeCloseTo(expected, 6)
    expect(calendar.startAt(latestStart).toString({ timeZoneName: 'never' })).toBe(start)
    expect(levelOfSlack(seconds, calendar.averageDay)).toBe(level)
  })

  it('is absent without a readable due date, for completed tasks and without working hours', () => {
    const tasks = [
      aTask({ id: 1, dueDate: null }),
      aTask({ id: 2, dueDate: 'next spring' }),
      aTask({ id: 3, dueDate: '2026-02-30' }),
      aTask({ id: 4, dueDate: '2026-11-24', completed: true }),
    ]
    expect(slackOf(tasks).slack.size).toBe(0)
    const free = { hoursPerWeekday: [0, 0, 0, 0, 0, 0, 0], dayStartsAt: '09:00' }
    expect(slackOf([aTask({ id: 1, dueDate: '2026-11-24' })], NOW, free).slack.size).toBe(0)
  })
})

describe('the slack of dependent tasks', () => {
  it('ends at the latest start of the first task that needs it', () => {
    const tasks = chain([
      { dueDate: '2026-12-24' },
      { dependencies: ['1'] },
      { dependencies: ['2'], dueDate: '2026-11-20' },
      { dependencies: ['1'], dueDate: '2026-11-19' },
    ])
    // 4 h 13 min are left today, and 6 h tomorrow.
    expect(minutesOf(tasks)).toEqual([
      [1, 13],
      [2, 6 * 60 + 13],
      [3, 8 * 60 + 13],
      [4, 2 * 60 + 13],
    ])
  })

  it('ignores completed and missing tasks', () => {
    const tasks = chain([
      { dueDate: '2026-11-20' },
      { dependencies: ['1', '99'], dueDate: '2026-11-19', completed: true },
    ])
    expect(minutesOf(tasks)).toEqual([[1, 8 * 60 + 13]])
  })

  it('depends only on their own due dates in or after a cycle', () => {
    const tasks = chain([
      { dependencies: ['2'], dueDate: '2026-11-20' },
      { dependencies: ['1', '4'] },
      { dependencies: ['2'], dueDate: '2026-11-19' },
      { dueDate: '2026-11-20' },
      { dependencies: ['5'], dueDate: '2026-11-20' },
    ])
    expect(minutesOf(tasks)).toEqual([
      [1, 8 * 60 + 13],
      [3, 2 * 60 + 13],
      [4, 8 * 60 + 13],
      [5, 8 * 60 + 13],
    ])
  })

  it('matches an exhaustive search', () => {
    fc.assert(
      fc.property(plans, (tasks) => {
        const { calendar, slack } = slackOf(tasks)
        const finishOf = (task: Task): number =>
          Math.min(
            task.dueDate ? calendar.afterDay(dayNumber(Temporal.PlainDate.from(task.dueDate))) : Infinity,
            ...tasks.filter((other) => other.dependencies.includes(String(task.id))).map(startOf),
          )
        const startOf = (task: Task) => finishOf(task) - Number.parseInt(task.estimatedTime ?? '1') * HOUR
        const now = calendar.at(Temporal.ZonedDateTime.from(NOW))
        for (const task of tasks) {
          const seconds = startOf(task) - now
          expect(slack.get(task.id)?.seconds ?? Infinity).toBe(seconds)
        }
      }),
      { numRuns: 300 },
    )
  })
})

/** Tasks that depend only on earlier ones, so that there is no cycle. */
const plans = fc
  .array(
    fc.record({
      due: fc.option(fc.nat(60)),
      hours: fc.integer({ min: 0, max: 30 }),
      before: fc.array(fc.nat(30), { maxLength: 3 }),
    }),
    { minLength: 1, maxLength: 20 },
  )
  .map((rows) =>
    rows.map(({ due, hours, before }, index) =>
      aTask({
        id: index + 1,
        dueDate: due === null ? null : dateOf(20_760 + due).toString(),
        estimatedTime: `${hours}h`,
        dependencies: index === 0 ? [] : [...new Set(before.map((other) => String((other % index) + 1)))],
      }),
    ),
  )

it.each([
  ['2026-11-28', WEEKDAYS],
  ['2026-11-30T08:00', DEFAULT],
  ['2026-11-24', from('22:00')],
])('the latest finish of a task due %s is shown as its due date, with %j', (dueDate, hours) => {
  const { calendar, slack } = slackOf(chain([{ dueDate }]), NOW, hours)
  const day = finishDay(dueDate, slack.get(1) ?? slackWith(0), calendar, BERLIN)
  expect(day.toString()).toBe(dueDate.slice(0, 10))
})

describe('the level that slack calls for', () => {
  it.each([
    [-1, 1],
    [0, 2],
    [2 * HOUR - 1, 2],
    [2 * HOUR, 3],
    [6 * HOUR - 1, 3],
    [6 * HOUR, 4],
    [12 * HOUR - 1, 4],
    [12 * HOUR, 5],
    [30 * HOUR - 1, 5],
    [30 * HOUR, 6],
    [60 * HOUR - 1, 6],
    [60 * HOUR, null],
  ])('with %i seconds and 6 hours a day is %s', (seconds, level) => {
    expect(levelOfSlack(seconds, 6 * HOUR)).toBe(level)
  })

  it('uses the average of the working days', () => {
    expect(averageOf([8, 8, 8, 8, 8, 0, 0])).toBe(8 * HOUR)
    expect(averageOf([0, 0, 0, 0, 0, 0, 0])).toBe(0)
  })
})

describe('the marks', () => {
  const tasks = Array.from({ length: 8 }, (_, index) => aTask({ id: index + 1, priority: 4 }))

  it('are at most five, worst first', () => {
    const slack = new Map(tasks.map(({ id }) => [id, slackWith(1000 * ((id * 3) % 8))]))
    const marks = findSlackMarks(tasks, slack, 6 * HOUR, (id) => id === 3)
    expect(marks).toHaveLength(SLACK_MARKS_MAX)
    expect(marks.map(({ taskId }) => taskId)).toEqual([8, 6, 1, 4, 7])
  })

  it('are only on tasks whose level is too low', () => {
    const slack = new Map([
      [1, slackWith(6 * HOUR)],
      [2, slackWith(6 * HOUR - 1)],
      [3, slackWith(100 * HOUR)],
    ])
    expect(findSlackMarks(tasks, slack, 6 * HOUR, () => false)).toEqual([
      { taskId: 2, level: 3, slack: slack.get(2) },
    ])
  })
})

it('takes at most 30 ms of CPU time for 10,000 tasks', () => {
  const tasks = Array.from({ length: 10_000 }, (_, index) => {
    const day = dateOf(20_770 + ((index * 7) % 700)).toString()
    return aTask({
      id: index + 1,
      dueDate: index % 3 === 0 ? `${day}T${String(index % 24).padStart(2, '0')}:30` : day,
      estimatedTime: `${index % 40} hours ${index % 60} minutes`,
      dependencies: index < 3 ? [] : [String(index), String(index - 2)],
    })
  })
  expect(slackOf(tasks).slack.size).toBe(10_000)
  expect(leastCpuMs(() => slackOf(tasks), 30)).toBeLessThanOrEqual(30)
})

function at(time: string, zone = BERLIN): string {
  return Temporal.PlainDateTime.from(time).toZonedDateTime(zone).toString()
}
