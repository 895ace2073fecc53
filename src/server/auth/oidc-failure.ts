import type { FastifyReply, FastifyRequest } from 'fastify'

import { ERROR_STATUS, type ErrorCode, TenfoldError } from '#domain/error.ts'

import type { AppContext } from '../context.ts'
import { RETRY_AFTER_S } from '../error-handler.ts'
import { sendPage } from '../pages.ts'
import { hasPasswords } from './oidc-store.ts'

export const OIDC_PATH = '/api/auth/oidc'

/** A way through the provider that ended badly. */
export class OidcError extends TenfoldError {
  /** For the log: what exactly was wrong, without anything secret. */
  readonly reason: string

  constructor(code: ErrorCode, message: string, reason: string) {
    super(code, message)
    this.name = 'OidcError'
    this.reason = reason
  }
}

/** Whether the provider is the only way in: nobody has a password here, and nobody can make an account with one. */
export async function isOnlyProvider({ db, config }: AppContext): Promise<boolean> {
  return config.oidc !== null && !config.signups && !(await hasPasswords(db))
}

/**
 * Answers a navigation that failed with a page that says why, after `logFailure`.
 * @throws what `error` is, where it is none of ours or no pages are served
 */
export async function sendFailure(
  request: FastifyRequest,
  reply: FastifyReply,
  context: AppContext,
  error: unknown,
): Promise<FastifyReply> {
  logFailure(request, error)
  if (!(error instanceof OidcError) || !context.pages) throw error
  const { code, message } = error
  if (ERROR_STATUS[code] === 503) reply.header('retry-after', RETRY_AFTER_S)
  const failure = { message, onlyProvider: await isOnlyProvider(context) }
  return sendPage(request, reply.code(ERROR_STATUS[code]), context, failure)
}

/** Writes one line into the log about a way through the provider that ended badly. */
export function logFailure(request: FastifyRequest, error: unknown): void {
  if (!(error instanceof OidcError)) return
  const { code, reason } = error
  request.log.warn({ code, reason }, 'sign-in through the provider failed')
}
