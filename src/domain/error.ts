import type { Level } from './tasks/priority.ts'
import type { Task } from './tasks/task.ts'

/** Every error code of the API with its HTTP status. Add a code here before using it for a new kind of failure. */
export const ERROR_STATUS = {
  invalid: 400,
  dependency_cycle: 400,
  unknown_dependency: 400,
  sign_in_failed: 400,
  not_signed_in: 401,
  wrong_credentials: 401,
  refused: 403,
  cross_site: 403,
  needs_https: 403,
  signups_closed: 403,
  wrong_password: 403,
  sign_in_again: 403,
  default_category: 403,
  not_found: 404,
  no_such_route: 404,
  method_not_allowed: 405,
  too_slow: 408,
  level_full: 409,
  email_taken: 409,
  category_exists: 409,
  identity_taken: 409,
  last_way_in: 409,
  cannot_undo: 409,
  export_running: 409,
  changed: 412,
  too_large: 413,
  text_quota: 413,
  unsupported_type: 415,
  key_reused: 422,
  too_many: 429,
  internal: 500,
  busy: 503,
  disk_full: 503,
  unavailable: 503,
  provider_away: 503,
} as const

export type ErrorCode = keyof typeof ERROR_STATUS

export type Issue = { path: string; message: string }

export type NamedTask = { id: number; title?: string | undefined; priority?: Level | undefined }

export type ErrorBody = {
  message: string
  code: ErrorCode
  issues?: Issue[] | undefined
  tasks?: NamedTask[] | undefined
  task?: Task | undefined
}

/** The only error type of rules, stores and routes. The user sees its message. */
export class TenfoldError extends Error {
  readonly code: ErrorCode
  readonly issues: Issue[] | undefined
  readonly task: Task | undefined
  /** The tasks that made a bulk request fail. */
  readonly tasks: NamedTask[] | undefined
  /** Seconds to wait before a retry, or null if unknown. */
  readonly retryAfter: number | null

  constructor(
    code: ErrorCode,
    message: string,
    more: { issues?: Issue[]; task?: Task; tasks?: NamedTask[]; retryAfter?: number } = {},
  ) {
    super(message)
    this.name = 'TenfoldError'
    this.code = code
    this.issues = more.issues
    this.task = more.task
    this.tasks = more.tasks
    this.retryAfter = more.retryAfter ?? null
  }
}

/** Returns the error for input with a single problem. */
export function invalid(path: string, message: string): TenfoldError {
  return new TenfoldError('invalid', message, { issues: [{ path, message }] })
}

/**
 * Returns the error for a row that doesn't exist or belongs to another user. The two cases look the same, so that
 * nobody can find out which ids exist.
 */
export function notFound(more: { tasks?: NamedTask[] } = {}): TenfoldError {
  return new TenfoldError('not_found', 'Not found.', more)
}

/** @throws TenfoldError `not_found` if the row is missing */
export function requireFound<Row>(row: Row | null | undefined): Row {
  if (row === null || row === undefined) throw notFound()
  return row
}
