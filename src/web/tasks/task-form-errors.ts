import { type TaskFormErrors, issuesToErrors } from '#domain/task-form.ts'

import { ApiError } from '../api.ts'

/** What a refused save says of single fields; the rest of it is said by the toast. */
export function errorToFields(error: unknown): TaskFormErrors {
  if (!(error instanceof ApiError)) return {}
  if (error.code === 'level_full') return { priority: error.serverMessage ?? error.message }
  return issuesToErrors(error.body?.issues ?? [])
}

/** Said at the due date when its reader could not be loaded. */
export const DUE_UNREAD: TaskFormErrors = {
  dueDate: 'The date could not be read, because the connection is gone. Please try again.',
}
