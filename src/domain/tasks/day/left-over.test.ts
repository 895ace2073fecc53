import { expect, it, test } from 'vitest'

import type { Level } from '../priority.ts'
import { listLeftOver, nextWorkingDay } from './left-over.ts'

const TODAY = Temporal.PlainDate.from('2026-11-19')

const task = (id: number, plannedFor: string | null, priority: Level = 5, position = 0) => ({
  id,
  plannedFor,
  priority,
  position,
  completed: false,
})
const idsOf = (tasks: ReturnType<typeof task>[], putOff: { taskId: number; until: string }[] = []) =>
  listLeftOver(tasks, TODAY, putOff).map(({ id }) => id)

it('lists open tasks of an earlier day in the order of the board', () => {
  expect(
    idsOf([
      task(1, '2026-11-18', 5),
      task(2, '2026-11-18', 1, 1),
      task(3, '2025-12-31', 1, 0),
      task(4, '2026-11-19', 1),
      task(5, '2026-11-20', 1),
      task(6, null, 1),
      task(7, '', 1),
      { ...task(8, '2026-11-18', 1), completed: true },
    ]),
  ).toEqual([3, 2, 1])
})

it('leaves out tasks that were put off, until their day', () => {
  const tasks = [task(1, '2026-11-18'), task(2, '2026-11-18'), task(3, '2026-11-18')]
  const putOff = [
    { taskId: 1, until: '2026-11-20' },
    { taskId: 2, until: '2026-11-19' },
  ]
  expect(idsOf(tasks, putOff)).toEqual([2, 3])
})

test.each([
  ['2026-11-19', [6, 6, 6, 6, 6, 2, 2], '2026-11-20'],
  ['2026-11-20', [6, 6, 6, 6, 6, 0, 0], '2026-11-23'],
  ['2026-11-20', [0, 0, 0, 0, 4, 0, 0], '2026-11-27'],
  ['2026-12-31', [6, 6, 6, 6, 0.25, 0, 0], '2027-01-01'],
  ['2026-11-20', [0, 0, 0, 0, 0, 0, 0], '2026-11-21'],
])('after %s with the hours %j, the next working day is %s', (day, hours, next) => {
  expect(nextWorkingDay(Temporal.PlainDate.from(day), hours).toString()).toBe(next)
})
