import { describe, expect, it, test } from 'vitest'

import type { Level } from '../priority.ts'
import {
  type Answer,
  askOnReturn,
  daysAway,
  listOverdue,
  nextWeekDay,
  patchFor,
  suggestAnswers,
} from './coming-back.ts'

const day = (text: string) => Temporal.PlainDate.from(text)
const H = 3600

const overdue = (id: number, priority: Level, estimatedTime: string | null = null, elapsedTime = 0) => ({
  id,
  priority,
  position: id,
  completed: false,
  dueDate: '2026-11-16',
  estimatedTime,
  elapsedTime,
})

/** Levels with estimates in hours, the hours left today, and the expected suggestions. */
const CASES: [what: string, tasks: [Level, hours: number | null][], room: number, Answer[]][] = [
  ['no task', [], 6, []],
  ['levels 1–3 that fit', [[1, 2], [2, 2], [3, 2]], 6, ['today', 'today', 'today']], // prettier-ignore
  ['a task that exceeds the day', [[1, 7]], 6, ['nextWeek']],
  ['a task that doesn’t fit, then one that would', [[1, 5], [2, 2], [3, 1]], 6, ['today', 'nextWeek', 'nextWeek']], // prettier-ignore
  ['no estimate in a full day', [[1, null], [3, null]], 0, ['today', 'today']], // prettier-ignore
  ['no estimate after one that doesn’t fit', [[1, 1], [3, null]], 0, ['nextWeek', 'nextWeek']], // prettier-ignore
  ['a day with too much planned', [[1, 1]], -2, ['nextWeek']],
  ['the levels in between', [[4, 1], [5, null], [6, 1], [7, 1]], 6, ['nextWeek', 'nextWeek', 'nextWeek', 'nextWeek']], // prettier-ignore
  ['the lowest levels', [[8, 1], [9, null], [10, 1]], 6, ['letGo', 'letGo', 'letGo']], // prettier-ignore
]

test.each(CASES)('suggests for %s', (_what, tasks, room, answers) => {
  const list = tasks.map(([level, hours], id) => overdue(id, level, hours === null ? null : `${hours}h`))
  expect([...suggestAnswers(list, room * H).values()]).toEqual(answers)
})

test('counts only the remaining work of an estimate', () => {
  expect([...suggestAnswers([overdue(1, 1, '3h', 2 * H), overdue(2, 2, '1h', 9 * H)], H).values()]).toEqual([
    'today',
    'today',
  ])
})

test('lists overdue tasks in the order of the board', () => {
  const tasks = [
    overdue(1, 5),
    { ...overdue(2, 2), position: 1 },
    { ...overdue(3, 2), position: 0 },
    { ...overdue(4, 1), completed: true },
    { ...overdue(5, 1), dueDate: '2026-11-19' },
    { ...overdue(6, 1), dueDate: null },
  ]
  const listed = listOverdue(tasks, { today: day('2026-11-19'), zone: 'UTC' })
  expect(listed.map(({ id }) => id)).toEqual([3, 2, 1])
})

describe('after an absence', () => {
  const away = { since: '2026-11-14T17:00:00.000Z', until: '2026-11-19T09:47:00.000Z', askedOn: null }
  const today = day('2026-11-19')

  it.each([
    ['no absence', null, 9, { asks: false }],
    ['few overdue tasks', away, 4, { asks: false, next: null }],
    ['five overdue tasks', away, 5, { asks: true, next: { ...away, askedOn: '2026-11-19' } }],
    ['a question earlier that day', { ...away, askedOn: '2026-11-19' }, 5, { asks: false }],
    ['a question on the day before', { ...away, askedOn: '2026-11-18' }, 5, { asks: true, next: null }],
    [
      'a question before and few overdue tasks',
      { ...away, askedOn: '2026-11-18' },
      4,
      { asks: false, next: null },
    ],
  ])('with %s (%j, %d overdue), the decision is %j', (_what, state, count, decision) => {
    expect(askOnReturn(state, count, today)).toEqual(decision)
  })

  it('counts whole days', () => {
    expect(daysAway(away)).toBe(4)
    expect(daysAway({ ...away, since: '2026-11-16T09:47:00.000Z' })).toBe(3)
  })
})

test.each([
  ['2026-11-19', [6, 6, 6, 6, 6, 2, 2], '2026-11-23'],
  ['2026-11-22', [6, 6, 6, 6, 6, 2, 2], '2026-11-23'],
  ['2026-11-23', [6, 6, 6, 6, 6, 2, 2], '2026-11-30'],
  ['2026-11-19', [0, 0, 6, 6, 6, 0, 0], '2026-11-25'],
  ['2026-11-19', [0, 0, 0, 0, 0, 0, 0], '2026-11-23'],
  ['2026-12-31', [0, 6, 6, 6, 6, 0, 0], '2027-01-05'],
])('next week after %s with the working hours %j starts on %s', (today, hours, first) => {
  expect(nextWeekDay(day(today), hours).toString()).toBe(first)
})

test.each<[Answer, string | null, string, string | null]>([
  ['today', '2026-11-16', 'UTC', '2026-11-19'],
  ['nextWeek', '2026-11-16', 'UTC', '2026-11-23'],
  ['letGo', '2026-11-16', 'UTC', null],
  ['today', '2026-11-16T08:30', 'UTC', '2026-11-19T08:30'],
  // A move across a daylight-saving change keeps the time of day.
  ['today', '2026-10-24T07:00Z', 'Europe/Berlin', '2026-11-19T08:00Z'],
  ['letGo', null, 'UTC', null],
])('%s moves %s in %s to %s and removes the plan', (answer, dueDate, zone, moved) => {
  const days = { today: day('2026-11-19'), nextWeek: day('2026-11-23') }
  expect(patchFor(answer, { dueDate }, days, zone)).toEqual({
    ...(moved === null && { startDate: null, endDate: null }),
    dueDate: moved,
    plannedFor: null,
  })
})
