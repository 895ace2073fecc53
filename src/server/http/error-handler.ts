import type { FastifyError, FastifyReply, FastifyRequest } from 'fastify'

import { ERROR_STATUS, type ErrorBody, TenfoldError, notFound } from '#domain/error.ts'

import { StoreError } from '../files/bucket/client.ts'
import type { AppContext } from '../context.ts'
import { type DatabaseFailure, databaseFailure } from '../db/failure.ts'
import { isNavigation, sendPage } from './pages.ts'
import { secure } from './security-headers.ts'

/** The `Retry-After` of a 503 response, in seconds. */
export const RETRY_AFTER_S = 2

/**
 * Returns the error handler. When the database is unavailable, a navigation gets the HTML page, which explains the outage and
 * retries; a browser would show JSON as is.
 */
export function errorHandler(context: AppContext) {
  return (
    error: unknown,
    request: FastifyRequest,
    reply: FastifyReply,
  ): Promise<FastifyReply> | undefined => {
    const isAway = error instanceof Error && databaseFailure(error) !== null
    if (isAway && context.pages && isNavigation(request)) {
      logAway(error, request)
      secure(request, reply)
      reply.code(503).header('retry-after', RETRY_AFTER_S)
      return sendPage(request, reply, context, { isDataAway: true })
    }
    handleError(error, request, reply)
    return undefined
  }
}

/** Turns an error into a response. Unexpected errors are logged, and the response hides their details. */
export function handleError(error: unknown, request: FastifyRequest, reply: FastifyReply): void {
  const known = toTenfoldError(error)
  if (!known) request.log.error({ err: error }, 'unexpected error')
  else if (known.code === 'unavailable' || known.code === 'disk_full') logAway(error, request)
  answer(
    request,
    reply,
    known ?? new TenfoldError('internal', 'Something went wrong on the server. Try again in a moment.'),
  )
}

function logAway(error: unknown, request: FastifyRequest): void {
  request.log.warn({ err: error }, 'database, disk or attachment store unavailable')
}

/** Handles an unknown path or an unsupported method. */
export function handleNotFound(request: FastifyRequest, reply: FastifyReply): void {
  const path = request.url.split('?', 1)[0] ?? ''
  const methods = allowedMethods(request, path)
  if (methods.length === 0 || methods.includes(request.method)) {
    answer(request, reply, isApi(path) ? new TenfoldError('no_such_route', 'No such route.') : notFound())
    return
  }
  reply.header('allow', methods.join(', '))
  answer(request, reply, new TenfoldError('method_not_allowed', 'This route does not support that method.'))
}

function allowedMethods(request: FastifyRequest, path: string): string[] {
  const methods = request.server.methodsFor(path)
  return methods.length === 0 && !isApi(path) ? ['GET', 'HEAD'] : methods
}

function isApi(path: string): boolean {
  return /^\/api(\/|$)/.test(path)
}

/** The headers of the body that a route may have begun to send. */
const OF_BODY = ['content-encoding', 'content-disposition', 'etag', 'x-change', 'x-since']

function answer(request: FastifyRequest, reply: FastifyReply, error: TenfoldError): void {
  for (const name of OF_BODY) reply.removeHeader(name)
  secure(request, reply)
  const retryAfter = ERROR_STATUS[error.code] === 503 ? RETRY_AFTER_S : error.retryAfter
  if (retryAfter !== null) reply.header('retry-after', retryAfter)
  const { message, code, issues, task, tasks } = error
  const more = { ...(issues && { issues }), ...(task && { task }), ...(tasks && { tasks }) }
  const body: ErrorBody = { message, code, ...more }
  void reply.code(ERROR_STATUS[code]).type('application/json; charset=utf-8').send(JSON.stringify(body))
}

function toTenfoldError(error: unknown): TenfoldError | null {
  if (error instanceof TenfoldError) return error
  if (!(error instanceof Error)) return null
  const { code, statusCode = 500 } = error as FastifyError
  const read = READERS[code]
  if (read) return read()
  const failure = databaseFailure(error)
  if (failure) return DATABASE_FAILURES[failure]()
  if (DISK_AWAY.has(code)) return away('disk')
  if (error instanceof StoreError) return away('attachment store')
  return statusCode >= 400 && statusCode < 500
    ? new TenfoldError('invalid', 'The request is invalid. Check its syntax and headers.')
    : null
}

const READERS: Record<string, (() => TenfoldError) | undefined> = {
  FST_ERR_CTP_INVALID_MEDIA_TYPE: () =>
    new TenfoldError('unsupported_type', 'Send the body as JSON, with Content-Type application/json.'),
  FST_ERR_CTP_BODY_TOO_LARGE: () =>
    new TenfoldError('too_large', 'The request body is too large. Send at most 1 MB.'),
  FST_ERR_CTP_INVALID_JSON_BODY: () =>
    new TenfoldError('invalid', 'The request body is not valid JSON. Correct its syntax.'),
  FST_ERR_BAD_URL: notFound,
  FST_ERR_MAX_PARAM_LENGTH: notFound,
  ENOSPC: diskFull,
  EDQUOT: diskFull,
}

const DATABASE_FAILURES: Record<DatabaseFailure, () => TenfoldError> = {
  away: () => away('database'),
  // The commit may have succeeded although its confirmation was lost.
  lost: () =>
    new TenfoldError(
      'unavailable',
      'The database is unavailable. A change may not have been saved. Try again in a moment.',
    ),
  disk_full: diskFull,
}

/** System error codes of a disk that cannot be read or written. */
const DISK_AWAY: ReadonlySet<unknown> = new Set([
  'EACCES',
  'EEXIST',
  'EIO',
  'EMFILE',
  'ENFILE',
  'ENOTDIR',
  'EPERM',
  'EROFS',
])

function away(what: 'database' | 'disk' | 'attachment store'): TenfoldError {
  return new TenfoldError(
    'unavailable',
    `The ${what} is unavailable. Nothing was changed. Try again in a moment.`,
  )
}

function diskFull(): TenfoldError {
  return new TenfoldError(
    'disk_full',
    'The server’s disk is full. Nothing was changed. Try again after space has been freed.',
  )
}
