import type { ErrorCode } from '#domain/error.ts'

const unavailable = 'The server is unavailable right now. Try again in a moment.'
export const serverFault = 'Something went wrong on the server. Try again in a moment.'

export const unexpected = 'Something went wrong. Try again.'
export const rejected = (status: number) =>
  `The server rejected the request (${status}). Reload the page, then try again.`

const signedOut = 'You’re signed out. Reload the page to sign in again.'
const changed = 'This was changed elsewhere. Reload the page, then try again.'
const outdated = 'The server was updated. Reload the page, then try again.'

/** Messages that help users more than the server's messages, which are also written for programs. */
export const byCode = {
  internal: serverFault,
  not_signed_in: signedOut,
  not_found: 'This no longer exists. Reload the page.',
  changed,
  // Only an earlier version of the change was saved.
  key_reused: changed,
  no_such_route: outdated,
  method_not_allowed: outdated,
  unsupported_type: outdated,
} as Partial<Record<ErrorCode, string>>

export const byStatus = {
  0: 'Can’t reach the server. Check your connection, then try again.',
  401: signedOut,
  408: 'The request took too long to arrive. Try again.',
  413: 'That’s too large for the server. Try a smaller file or less text.',
  429: 'Too many requests. Wait a moment, then try again.',
  502: unavailable,
  503: unavailable,
  504: unavailable,
  507: 'The server’s disk is full. Free some space, then try again.',
} as Record<number, string | undefined>

export const show = 'Show'
export const undo = 'Undo'
