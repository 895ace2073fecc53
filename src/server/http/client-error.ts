import type { Socket } from 'node:net'

import { ERROR_STATUS, type ErrorBody, type ErrorCode } from '#domain/error.ts'

import { endDraining, isDraining } from './unread-bodies.ts'

/** An error from the HTTP parser, before there is a request. */
type ClientError = Error & { code?: string }

/** An error response. Includes the reason phrase, because importing `STATUS_CODES` also loads the HTTP client. */
type Answer = { status: number; reason: string; code: ErrorCode; message: string }

const UNREADABLE: Answer = {
  status: 400,
  reason: 'Bad Request',
  code: 'invalid',
  message: 'This is not a valid HTTP request. Check the address and the port.',
}

const ANSWERS: Record<string, Answer | undefined> = {
  HPE_HEADER_OVERFLOW: {
    status: 431,
    reason: 'Request Header Fields Too Large',
    code: 'too_large',
    message: 'The request headers are too large. Send fewer or shorter headers.',
  },
  ERR_HTTP_REQUEST_TIMEOUT: {
    status: ERROR_STATUS.too_slow,
    reason: 'Request Timeout',
    code: 'too_slow',
    message: 'The request took too long to arrive. Try again.',
  },
}

/** Sends a parser error in the usual JSON form and closes the connection. */
export function answerClientError(error: ClientError, socket: Socket, headers: object): void {
  // After an invalid chunk, the parser reports an error for each later chunk too.
  if (isDraining(socket)) return
  if (error.code === 'ECONNRESET' || !socket.writable) {
    socket.destroy()
    return
  }
  const { status, reason, code, message } = ANSWERS[error.code ?? ''] ?? UNREADABLE
  const body: ErrorBody = { message, code }
  const text = JSON.stringify(body)
  const all = {
    ...headers,
    'cache-control': 'no-store',
    'content-type': 'application/json; charset=utf-8',
    'content-length': Buffer.byteLength(text),
    connection: 'close',
  }
  const head = Object.entries(all).map(([name, value]) => `${name}: ${value}\r\n`)
  const answer = `HTTP/1.1 ${status} ${reason}\r\n${head.join('')}\r\n${text}`
  // A slow client has left no unread data, so there is nothing to drain.
  if (code === 'too_slow') socket.end(answer, () => socket.destroy())
  else endDraining(socket, answer)
}
