import * as definitions from '#domain/tasks/commands.ts'
import type { NewDates } from '#domain/tasks/task-dates.ts'
import type { ShortTask } from '#domain/tasks/long-texts.ts'
import type { DatedTask } from '#domain/tasks/task.ts'

import { defineClientCommand } from '../../sync/runner/command.ts'
import * as words from '../words.ts'
import { failureTo } from './commands.ts'
import { TASKS_KEY, listedTasks, showChanged, taskScope } from './task-cache.ts'
import { changeDatesInList } from './task-list.ts'

/** New dates for a task, with the task as the user saw it. */
export type TaskMove = { task: ShortTask; dates: NewDates }

export const changeDates = defineClientCommand({
  name: definitions.changeDates.name,
  scopes: ({ moves }: { moves: readonly TaskMove[] }) => moves.map(({ task }) => taskScope(task.id)),
  request: ({ moves }) => ({
    method: 'POST',
    path: '/api/tasks/dates',
    body: { tasks: moves.map(({ task, dates }) => ({ id: task.id, ...dates })) },
  }),
  overlay: {
    queryKey: TASKS_KEY,
    apply: (tasks: readonly ShortTask[], { moves }, present) =>
      changeDatesInList(
        tasks,
        moves.map(({ task, dates }) => ({ id: task.id, ...dates })),
        present,
      ),
  },
  settle: (client, { body }: { body: DatedTask[] }) =>
    showChanged(client, withDates(listedTasks(client), body)),
  inverse:
    (client, { moves }) =>
    async (run) => {
      // Deleted tasks have no dates to restore.
      const known = new Set(listedTasks(client).map(({ id }) => id))
      const back = moves.filter(({ task }) => known.has(task.id))
      await run(changeDates, {
        moves: back.map(({ task, dates }) => ({ task, dates: pickDates(task, dates) })),
      })
    },
  success: () => words.updated,
  failure: failureTo('update'),
})

function pickDates(task: ShortTask, dates: NewDates): NewDates {
  const fields = Object.keys(dates) as (keyof NewDates)[]
  return Object.fromEntries(fields.map((field) => [field, task[field]]))
}

/**
 * Returns the listed tasks with their new dates. Skips tasks that had already changed elsewhere; live updates reload them.
 */
function withDates(tasks: readonly ShortTask[], dated: readonly DatedTask[]): ShortTask[] {
  const datedById = new Map(dated.map((task) => [task.id, task]))
  return tasks.flatMap((task) => {
    const after = datedById.get(task.id)
    return after && after.version === task.version + 1 ? [{ ...task, ...after }] : []
  })
}
