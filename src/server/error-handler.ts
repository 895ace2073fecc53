import type { FastifyError, FastifyReply, FastifyRequest } from 'fastify'

import { ERROR_STATUS, type ErrorBody, TenfoldError, notFound } from '#domain/error.ts'

import { StoreError } from './bucket/client.ts'
import { type DatabaseFailure, databaseFailure } from './db/failure.ts'
import { secure } from './security-headers.ts'

/** When to try again after something we need was away, in seconds. */
export const RETRY_AFTER_S = 2

/** The one place where an error becomes an answer. What nobody foresaw is logged and said in general words. */
export function handleError(error: unknown, request: FastifyRequest, reply: FastifyReply): void {
  const known = toTenfoldError(error)
  if (!known) request.log.error({ err: error }, 'unexpected error')
  else if (known.code === 'unavailable')
    request.log.warn({ err: error }, 'the database, the disk or the store of the attachments is away')
  answer(request, reply, known ?? new TenfoldError('internal', 'Something went wrong on the server.'))
}

/** Nothing is at this path, or nothing that takes this method. */
export function handleNotFound(request: FastifyRequest, reply: FastifyReply): void {
  const path = request.url.split('?', 1)[0] ?? ''
  const methods = allowedMethods(request, path)
  if (methods.length === 0 || methods.includes(request.method)) {
    answer(request, reply, notFound())
    return
  }
  reply.header('allow', methods.join(', '))
  answer(request, reply, new TenfoldError('method_not_allowed', 'This cannot be done here.'))
}

function allowedMethods(request: FastifyRequest, path: string): string[] {
  const methods = request.server.methodsFor(path)
  const isApi = /^\/api(\/|$)/.test(path)
  return methods.length === 0 && !isApi ? ['GET', 'HEAD'] : methods
}

function answer(request: FastifyRequest, reply: FastifyReply, error: TenfoldError): void {
  secure(request, reply)
  const retryAfter = ERROR_STATUS[error.code] === 503 ? RETRY_AFTER_S : error.retryAfter
  if (retryAfter !== null) reply.header('retry-after', retryAfter)
  const { message, code, issues, task } = error
  const body: ErrorBody = { message, code, ...(issues && { issues }), ...(task && { task }) }
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
  if (error instanceof StoreError) return away('store of the attachments')
  return statusCode >= 400 && statusCode < 500 ? new TenfoldError('invalid', 'The request is wrong.') : null
}

const READERS: Record<string, (() => TenfoldError) | undefined> = {
  FST_ERR_CTP_INVALID_MEDIA_TYPE: () => new TenfoldError('unsupported_type', 'Send JSON.'),
  FST_ERR_CTP_BODY_TOO_LARGE: () => new TenfoldError('too_large', 'The request is too large.'),
  FST_ERR_CTP_INVALID_JSON_BODY: () => new TenfoldError('invalid', 'The request is not JSON.'),
  FST_ERR_BAD_URL: notFound,
  FST_ERR_MAX_PARAM_LENGTH: notFound,
  ENOSPC: diskFull,
  EDQUOT: diskFull,
}

const DATABASE_FAILURES: Record<DatabaseFailure, () => TenfoldError> = {
  away: () => away('database'),
  // Whether the change was made is known to nobody: the answer was lost.
  lost: () =>
    new TenfoldError('unavailable', 'The database is not available just now. Try again in a moment.'),
  disk_full: diskFull,
}

/** The system's ways to say that files cannot be written or read just now. */
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

function away(what: 'database' | 'disk' | 'store of the attachments'): TenfoldError {
  return new TenfoldError('unavailable', `The ${what} is not available just now. Nothing was changed.`)
}

function diskFull(): TenfoldError {
  return new TenfoldError('unavailable', 'The disk of the server is full. Nothing was changed.')
}
