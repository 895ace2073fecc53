import type { RouteOptions } from 'fastify'
import { z } from 'zod'

import { errorSchema } from '../error-schema.ts'
import { ERROR_STATUS, type ErrorBody, type ErrorCode } from '#domain/error.ts'

import { canBeRejected } from '../overload.ts'

/** The reason for each error code, as a sentence without its period. */
export const MEANINGS: Record<ErrorCode, string> = {
  invalid: 'the request is invalid; `issues` lists the fields to correct',
  dependency_cycle: 'the dependencies form a cycle',
  unknown_dependency: 'a dependency does not exist or belongs to someone else',
  sign_in_failed: 'the provider rejected the sign-in or returned a response that failed verification',
  not_signed_in: 'the request has no valid session',
  wrong_credentials: 'the email and password do not match',
  refused: 'only the owner, or a caller with the right token, can do this',
  cross_site: 'the request came from another site',
  needs_https: 'the page uses http, but `BASE_URL` is https, so browsers would not keep the session',
  signups_closed: 'this server does not accept new accounts',
  wrong_password: 'the current password is wrong',
  sign_in_again: 'the account has no password and the last sign-in was too long ago',
  default_category: 'default categories cannot be removed',
  not_found: 'the item does not exist or belongs to someone else',
  no_such_route: 'the path is unknown',
  method_not_allowed: 'the path does not support this method; `Allow` lists the supported methods',
  too_slow: 'the request body took too long to arrive',
  level_full: 'the level has no free slot',
  email_taken: 'an account with this email already exists',
  category_exists: 'a category with this name already exists',
  identity_taken: 'the provider account is linked to another Tenfold account',
  last_way_in: 'the account would be left without a way to sign in',
  cannot_undo: 'some tasks have since changed; `tasks` lists them, and nothing was undone',
  export_running: 'an export of the account is still being downloaded',
  changed: 'the version does not match; `task` is the current task',
  too_large: 'the request body is too large',
  text_quota: 'the user’s stored text would exceed the limit',
  unsupported_type: 'the body is not JSON',
  key_reused: 'the `Idempotency-Key` was used for a different request',
  too_many: 'too many attempts, pending changes or long lists at once; `Retry-After` says when to retry',
  internal: 'an unexpected server error occurred',
  busy: 'the server is overloaded; `Retry-After` says when to retry',
  disk_full: 'the server’s disk is full, so nothing was changed',
  unavailable:
    'the database, the disk or the attachment store is unavailable; `Retry-After` says when to retry',
  provider_away: 'the sign-in provider does not respond; `Retry-After` says when to retry',
}

const SAFE_METHODS = new Set(['GET', 'HEAD'])
const RETRY_AFTER = { type: 'integer', description: 'The number of seconds to wait before retrying.' }

export function describeRefusals(route: RouteOptions): Record<string, object> {
  const codes = codesOf(route)
  const statuses = [...new Set(codes.map((code) => ERROR_STATUS[code]))].toSorted((a, b) => a - b)
  return Object.fromEntries(
    statuses.map((status) => {
      const here = codes.filter((code) => ERROR_STATUS[code] === status)
      const isPage = here.some((code) => route.schema?.errorsArePages && route.schema.errors?.includes(code))
      return [status, describeRefusal(here, isPage)]
    }),
  )
}

function codesOf(route: RouteOptions): ErrorCode[] {
  const { method, config, schema } = route
  const { headers, querystring } = schema ?? {}
  const isChange = [method].flat().some((one) => !SAFE_METHODS.has(one))
  const codes = new Set<ErrorCode>(schema?.errors)
  if (!config?.forVisitors) codes.add('not_signed_in')
  // Each user can have only a limited number of pending changes.
  if (isChange && !config?.forVisitors) codes.add('too_many')
  if (isChange) codes.add('cross_site').add('invalid').add('too_large').add('too_slow').add('disk_full')
  if (isChange && !config?.isUpload) codes.add('unsupported_type')
  if (headers !== undefined || querystring !== undefined) codes.add('invalid')
  if (headers instanceof z.ZodObject && 'idempotency-key' in headers.shape) codes.add('key_reused')
  if (canBeRejected(route)) codes.add('busy')
  return [...codes.add('internal').add('unavailable')]
}

const ERROR = `#/components/schemas/${errorSchema.meta()?.id}`

function describeRefusal(codes: ErrorCode[], isPage: boolean): object {
  const retries = codes.some((code) => code === 'too_many' || ERROR_STATUS[code] === 503)
  const narrowed = { type: 'object', properties: { code: { enum: codes } } }
  return {
    description: codes.map((code) => `\`${code}\`: ${MEANINGS[code]}.`).join(' '),
    ...(retries && { headers: { 'Retry-After': RETRY_AFTER } }),
    content: {
      ...(isPage && { 'text/html': { schema: { type: 'string' } } }),
      'application/json': { schema: { allOf: [{ $ref: ERROR }, narrowed] }, example: exampleOf(codes) },
    },
  }
}

function exampleOf([code = 'internal']: ErrorCode[]): ErrorBody {
  const [reason = ''] = MEANINGS[code].split(';')
  return { message: `${reason.charAt(0).toUpperCase()}${reason.slice(1)}.`, code }
}
