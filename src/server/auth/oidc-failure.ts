import type { FastifyReply, FastifyRequest } from 'fastify'

import { ERROR_STATUS, type ErrorCode, TenfoldError } from '#domain/error.ts'

import type { AppContext } from '../context.ts'
import { RETRY_AFTER_S } from '../http/error-handler.ts'
import { sendPage } from '../http/pages.ts'
import { hasPasswords } from './oidc-store.ts'

export const OIDC_PATH = '/api/auth/oidc'

/** A failed sign-in or link through the provider. */
export class OidcError extends TenfoldError {
  /** The exact reason for the log, without secrets. */
  readonly reason: string

  constructor(code: ErrorCode, message: string, reason: string) {
    super(code, message)
    this.name = 'OidcError'
    this.reason = reason
  }
}

/** Returns whether the provider is the only sign-in method: no account has a password, and none can be created. */
export async function isOnlyProvider({ db, config }: AppContext): Promise<boolean> {
  return config.oidc !== null && !config.signups && !(await hasPasswords(db))
}

/**
 * Logs a failed navigation and shows a page with the reason.
 * @throws the error itself if it is not an OidcError or no pages are served
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
  return sendPage(request, reply.code(ERROR_STATUS[code]), context, { failure })
}

export function logFailure(request: FastifyRequest, error: unknown): void {
  if (!(error instanceof OidcError)) return
  const { code, reason } = error
  request.log.warn({ code, reason }, 'sign-in through the provider failed')
}
