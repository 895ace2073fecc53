import { describe, expect, it } from 'vitest'

import { aTask } from '#tests/support/a-task.ts'

import type { Task } from '../task.ts'
import { type SeenTask, sinceAway } from './since-away.ts'

const [LAST_HERE, TODAY] = ['2026-11-19', '2026-11-20'].map((day) => Temporal.PlainDate.from(day)) as [
  Temporal.PlainDate,
  Temporal.PlainDate,
]

const seenTask = (more: Partial<SeenTask> = {}): SeenTask => ({
  id: 1,
  priority: 5,
  position: 0,
  dueDate: null,
  version: 1,
  ...more,
})
const now = (more: Partial<Task> = {}) => aTask({ id: 1, priority: 5, position: 0, version: 1, ...more })

function compare(seen: readonly SeenTask[], tasks: readonly Task[], zone = 'UTC') {
  const { movedUp, changed, overdue } = sinceAway(seen, tasks, { lastHere: LAST_HERE, today: TODAY, zone })
  return {
    movedUp: movedUp.map(({ id }) => id),
    changed: changed.map(({ task, was }) => [task.id, was?.version]),
    overdue: overdue.map(({ id }) => id),
  }
}

describe('changes on other devices', () => {
  it.each([
    ['include an edited task', seenTask(), now({ version: 2 }), [[1, 1]]],
    ['include a completed task', seenTask(), now({ version: 2, completed: true }), [[1, 1]]],
    ['exclude an unchanged task', seenTask(), now(), []],
    ['include a new task', null, now(), [[1, undefined]]],
    ['exclude a new task that is completed', null, now({ completed: true }), []],
  ])('%s', (_what, was, task, changed) => {
    expect(compare(was ? [was] : [], [task]).changed).toEqual(changed)
  })

  it.each([
    ['its own edit', {}, { version: 2 }, []],
    ['another level', {}, { version: 2, priority: 4 as const }, [[1, null]]],
    ['another due date', {}, { version: 2, dueDate: '2026-12-24' }, [[1, null]]],
  ])('take a pending change to the task into account: %s', (_what, was, changes, changed) => {
    expect(compare([seenTask({ version: null, ...was })], [now(changes)]).changed).toEqual(changed)
  })

  it('include only moves and due dates after a restore, which raises every version', () => {
    const restored = [now({ version: 30_000_001 }), now({ id: 2, version: 30_000_001, priority: 4 })]
    expect(compare([seenTask(), seenTask({ id: 2 })], restored).changed).toEqual([[2, 1]])
  })

  it('exclude a task that this device created offline', () => {
    expect(compare([seenTask({ id: -7 })], [now()]).changed).toEqual([])
  })

  it('are listed in the order of the board', () => {
    const tasks = [
      now({ id: 3, priority: 6 }),
      now({ id: 2, priority: 4, position: 2 }),
      now({ id: 1, priority: 4, position: 1 }),
    ]
    expect(compare([], tasks).changed.map(([id]) => id)).toEqual([1, 2, 3])
  })
})

describe('newly overdue tasks', () => {
  it.each([
    ['2026-11-18', false],
    ['2026-11-19', true],
    ['2026-11-19T23:59', true],
    ['2026-11-20', false],
    ['2026-11-20T00:00', false],
    ['next spring', false],
  ])('with the due date %s: %s', (dueDate, isNew) => {
    expect(compare([seenTask({ dueDate })], [now({ dueDate })]).overdue).toEqual(isNew ? [1] : [])
  })

  it('exclude completed ones', () => {
    const dueDate = '2026-11-19'
    expect(compare([seenTask({ dueDate })], [now({ dueDate, completed: true })]).overdue).toEqual([])
  })

  it.each([
    ['America/New_York', true],
    ['Europe/Berlin', false],
  ])('depend on the time zone: %s', (zone, isNew) => {
    // In Berlin, it is already the 20th.
    const dueDate = '2026-11-19T20:30:00-05:00'
    expect(compare([seenTask({ dueDate })], [now({ dueDate })], zone).overdue).toEqual(isNew ? [1] : [])
  })
})

it('lists tasks that moved up from a waiting line', () => {
  const seen = [1, 2, 3, 4].map((id) => seenTask({ id, priority: 2, position: id }))
  const tasks = [2, 3, 4].map((id) => now({ id, priority: 2, position: id }))
  expect(compare(seen, tasks)).toEqual({ movedUp: [4], changed: [], overdue: [] })
})
