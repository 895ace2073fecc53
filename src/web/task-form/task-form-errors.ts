import { type TaskFormErrors, issuesToErrors } from '#domain/tasks/task-form.ts'

import { ApiError } from '../sync/api.ts'
import { errorText } from '../sync/error-text.ts'

/** Returns a rejected save's errors by field. The toast shows the other errors. */
export function errorToFields(error: unknown): TaskFormErrors {
  if (!(error instanceof ApiError)) return {}
  const isBoardChanged = error.code === 'changed' && !error.body?.task
  if (error.code === 'level_full' || isBoardChanged) return { priority: errorText(error) }
  const issues = error.body?.issues ?? []
  return issuesToErrors(
    issues.map(({ path, ...issue }) => ({ ...issue, path: path.replace(/^patch\./, '') })),
  )
}
