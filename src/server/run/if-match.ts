import { z } from 'zod'

import { TenfoldError } from '#domain/error.ts'
import { TASK_CHANGED } from '#domain/tasks/task-changed.ts'
import type { Task } from '#domain/tasks/task.ts'

import { headerText } from '../http/header-text.ts'

/** The header of a request that changes a task. */
export const ifMatchHeaders = z.object({
  'if-match': headerText('If-Match').describe(
    'The `ETag` of the task you read. If the task has since changed, the call returns 412. Without this header the last write wins.',
  ),
})

export function taskEtag(task: Pick<Task, 'version'>): string {
  return `"${task.version}"`
}

/**
 * Rejects a change based on an older version. Without the header the last write wins, field by field.
 * @throws TenfoldError `changed`, with the current task
 */
export function requireUnchanged(task: Task, ifMatch: string | undefined): void {
  if (ifMatch === undefined) return
  const tags = new Set(ifMatch.split(',').map((tag) => tag.trim()))
  if (tags.has('*') || tags.has(taskEtag(task))) return
  throw new TenfoldError('changed', TASK_CHANGED, { task })
}
