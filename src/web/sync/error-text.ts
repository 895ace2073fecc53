import { type ErrorCode, TenfoldError } from '#domain/error.ts'

import { ApiError } from './api.ts'
import * as words from './words.ts'

/**
 * Returns plain text with the problem and the next step: the server's message, or a message for the status if the response
 * is not from Tenfold. Never returns a response body.
 */
export function errorText(error: unknown): string {
  if (error instanceof TenfoldError) return error.message
  if (!(error instanceof ApiError)) return words.unexpected
  const { code, status } = error
  const text = (code && words.byCode[code]) ?? error.serverMessage ?? words.byStatus[status]
  if (text) return text
  return status >= 500 ? words.serverFault : words.rejected(status)
}

/** Returns the text of an error if the user can fix its cause, else the usual text. Source: decisions 7. */
export function rejectionText(error: unknown, usual: string): string {
  if (!(error instanceof ApiError) || !error.code) return usual
  const helps = [400, 405, 409, 413, 415, 429].includes(error.status) || HELPFUL.has(error.code)
  return helps ? errorText(error) : usual
}

/** Returns the server's message, or the usual text if there is none. Source: specification 8. */
export function serverText(error: unknown, usual: string): string {
  return (error instanceof ApiError && error.serverMessage) || usual
}

/** Returns the message of a failure that no field of a form shows; null if there is none. */
export function formErrorText(error: Error | null): string | null {
  if (!error || (error instanceof ApiError && error.body?.issues)) return null
  return errorText(error)
}

const HELPFUL: ReadonlySet<ErrorCode> = new Set(['disk_full', 'no_such_route'])
