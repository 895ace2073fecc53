import type { ErrorBody, Issue } from './error-schema.ts'
import type { Task } from './task.ts'

/** Every code the API can answer with, and its HTTP status. The set is closed: a new failure gets a code here first. */
export const ERROR_STATUS = {
  invalid: 400,
  dependency_cycle: 400,
  unknown_dependency: 400,
  sign_in_failed: 400,
  not_signed_in: 401,
  wrong_credentials: 401,
  refused: 403,
  cross_site: 403,
  signups_closed: 403,
  wrong_password: 403,
  sign_in_again: 403,
  default_category: 403,
  not_found: 404,
  method_not_allowed: 405,
  too_slow: 408,
  level_full: 409,
  email_taken: 409,
  category_exists: 409,
  identity_taken: 409,
  last_way_in: 409,
  changed: 412,
  too_large: 413,
  unsupported_type: 415,
  too_many: 429,
  internal: 500,
  unavailable: 503,
  provider_away: 503,
} as const

export type ErrorCode = keyof typeof ERROR_STATUS

export type { ErrorBody, Issue }

/** The one error the rules, the stores and the routes throw. Its message is written for the person who reads it. */
export class TenfoldError extends Error {
  readonly code: ErrorCode
  readonly issues: Issue[] | undefined
  readonly task: Task | undefined
  /** Seconds to wait before it is tried again; null when that is not known. */
  readonly retryAfter: number | null

  constructor(
    code: ErrorCode,
    message: string,
    more: { issues?: Issue[]; task?: Task; retryAfter?: number } = {},
  ) {
    super(message)
    this.name = 'TenfoldError'
    this.code = code
    this.issues = more.issues
    this.task = more.task
    this.retryAfter = more.retryAfter ?? null
  }
}

/** An input that is wrong in one place. */
export function invalid(path: string, message: string): TenfoldError {
  return new TenfoldError('invalid', message, { issues: [{ path, message }] })
}

/** 'Not there' and 'not yours' are the same answer, so that nobody learns which ids exist. */
export function notFound(): TenfoldError {
  return new TenfoldError('not_found', 'There is nothing here, or it is not yours.')
}
