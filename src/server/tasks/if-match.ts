import { z } from 'zod'

import { TenfoldError } from '#domain/error.ts'
import { TASK_CHANGED } from '#domain/task-changed.ts'
import type { Task } from '#domain/task.ts'

/** The header of a call that changes a task. */
export const ifMatchHeaders = z.object({
  'if-match': z
    .string()
    .optional()
    .describe('The `ETag` of the task that the change is made upon; without it the last write wins.'),
})

/** A task's ETag is its version. */
export function taskEtag(task: Task): string {
  return `"${task.version}"`
}

/**
 * Refuses a change made upon an older version of the task. Without the header the last write wins, field by field.
 * @throws TenfoldError `changed`, with the task as it is now
 */
export function requireUnchanged(task: Task, ifMatch: string | undefined): void {
  if (ifMatch === undefined) return
  const tags = new Set(ifMatch.split(',').map((tag) => tag.trim()))
  if (tags.has('*') || tags.has(taskEtag(task))) return
  throw new TenfoldError('changed', TASK_CHANGED, { task })
}
