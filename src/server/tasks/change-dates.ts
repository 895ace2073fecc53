import { changeDates } from '#domain/tasks/commands.ts'
import { requireEachOnce } from '#domain/tasks/task-dates.ts'
import type { DatedTask, Task } from '#domain/tasks/task.ts'

import type { Bind } from '../run/bind.ts'
import { taskCalls } from './calls.ts'
import { continueSeries } from './series/next-occurrence.ts'
import { partsOf, readLeft } from './parts.ts'
import { mapTasksById, updateTasks } from './store.ts'

export function bindChangeDates(bind: Bind): void {
  bind(changeDates, {
    method: 'POST',
    path: '/api/tasks/dates',
    schema: taskCalls.changeDates,
    input: ({ body }) => ({ changes: requireEachOnce(body.tasks) }),
    body: ({ changes }) => changes,
    read: async (db, { userId }, needs) => ({ taskById: await mapTasksById(db, userId, needs.tasks) }),
    write: async (db, author, tasks) => {
      const changed = tasks.filter(({ before, after }) => after !== before)
      await updateTasks(db, author.userId, changed)
      await continueSeries(db, author, changed)
      return tasks.map(({ after }) => taskToDates(after))
    },
    split: {
      parts: ({ changes }) => partsOf(changes).map((part) => ({ changes: part })),
      join: (results) => results.flat(),
    },
    replay: (db, { userId }, { changes }) => readLeft(db, userId, changes, taskToDates),
    answer: (dated) => dated,
  })
}

function taskToDates({ id, version, startDate, endDate, dueDate, updatedAt }: Task): DatedTask {
  return { id, version, startDate, endDate, dueDate, updatedAt }
}
