import { expect, it } from 'vitest'

import type { Task } from './task.ts'
import { listDatedTasks } from './timeline.ts'

const dated = (id: number, startDate: string | null, endDate: string | null, dueDate: string | null = null) =>
  ({ id, startDate, endDate, dueDate }) as Task

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
  { task: dated(1, null, '2026-11-20'), days: ['2026-11-20', '2026-11-21'], why: 'an end date only' },
])('a task with $why spans $days', ({ task, days }) => {
  const [first] = listDatedTasks([task])
  expect([first?.start.toString(), first?.end.toString()]).toEqual(days)
})

it('lists tasks by start, ties by id, and leaves out those without a date that can be read', () => {
  const tasks = [
    dated(4, '2026-11-18', null),
    dated(2, 'soon', null),
    dated(3, '2026-11-17', null),
    dated(1, '2026-11-18', null),
  ]
  expect(listDatedTasks(tasks).map(({ task }) => task.id)).toEqual([3, 1, 4])
})
