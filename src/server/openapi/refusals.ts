import type { RouteOptions } from 'fastify'

import { errorSchema } from '#domain/error-schema.ts'
import { ERROR_STATUS, type ErrorCode } from '#domain/error.ts'

/** When each code is answered. */
export const MEANINGS: Record<ErrorCode, string> = {
  invalid: 'the request is wrong; `issues` says where',
  dependency_cycle: 'a task would come before itself',
  unknown_dependency: 'a dependency is not there or not yours',
  sign_in_failed: 'what came back from the provider could not be trusted, or it refused',
  not_signed_in: 'there is no session',
  wrong_credentials: 'e-mail and password do not match',
  refused: 'only its owner may do this',
  cross_site: 'a page of another site asked for it',
  signups_closed: 'new accounts cannot be made here',
  wrong_password: 'the current password is wrong',
  sign_in_again: 'the account has no password, and this session began too long ago to prove anything',
  default_category: 'the six default categories stay',
  not_found: 'it is not there, or not yours',
  method_not_allowed: 'the path has no such method; `Allow` names those it has',
  too_slow: 'the body took too long to arrive',
  level_full: 'all slots of the level are taken',
  email_taken: 'the e-mail has an account already',
  category_exists: 'there is a category of that name',
  identity_taken: 'the account at the provider belongs to another account here',
  last_way_in: 'the account could not be entered any more',
  changed: 'the task has another version than `If-Match` says; `task` is what it is now',
  too_large: 'the body is too large',
  unsupported_type: 'the body is not JSON',
  too_many: 'too many tries; `Retry-After` says when to go on',
  internal: 'something went wrong on the server',
  unavailable:
    'the database, the disk or the store of the files is away; `Retry-After` says when to try again',
  provider_away: 'the provider does not answer; `Retry-After` says when to try again',
}

const SAFE_METHODS = new Set(['GET', 'HEAD'])
const RETRY_AFTER = { type: 'integer', description: 'Seconds to wait.' }

/** Everything a route can answer that is not a success, by status, as Swagger takes it. */
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

/** Those a route names itself, and those that follow from what it is. */
function codesOf({ method, config, schema }: RouteOptions): ErrorCode[] {
  const isChange = [method].flat().some((one) => !SAFE_METHODS.has(one))
  const checksMore = schema?.querystring !== undefined || schema?.headers !== undefined
  const codes = new Set<ErrorCode>(schema?.errors)
  if (!config?.forVisitors) codes.add('not_signed_in')
  if (isChange) codes.add('cross_site').add('invalid').add('too_large').add('too_slow')
  if (isChange && !config?.isUpload) codes.add('unsupported_type')
  if (checksMore) codes.add('invalid')
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
      'application/json': { schema: { allOf: [{ $ref: ERROR }, narrowed] } },
    },
  }
}
