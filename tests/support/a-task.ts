import { initialFields } from '#domain/tasks/task-fields.ts'
import type { Task } from '#domain/tasks/task.ts'

const CREATED_AT = '2026-11-01T08:00:00.000Z'

/** Returns a task with the given fields; the others have the values of a new task. */
export function aTask(fields: Partial<Task> = {}): Task {
  return {
    ...initialFields(),
    id: 1,
    title: 'A task',
    completedAt: null,
    userId: 'ada',
    version: 1,
    createdAt: CREATED_AT,
    updatedAt: CREATED_AT,
    ...fields,
  }
}
