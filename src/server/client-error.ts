import type { Socket } from 'node:net'

import { ERROR_STATUS, type ErrorBody, type ErrorCode } from '#domain/error.ts'

import { SECURITY_HEADERS } from './security-headers.ts'

/** What the http server found wrong before there was a request to speak of. */
type ClientError = Error & { code?: string }

/** With the words of its status, for which Node would load a hundred times as much: its own client for http. */
type Answer = { status: number; reason: string; code: ErrorCode; message: string }

const UNREADABLE: Answer = {
  status: 400,
  reason: 'Bad Request',
  code: 'invalid',
  message: 'The request is not HTTP.',
}

const ANSWERS: Record<string, Answer | undefined> = {
  HPE_HEADER_OVERFLOW: {
    status: 431,
    reason: 'Request Header Fields Too Large',
    code: 'too_large',
    message: 'The head of the request is too large.',
  },
  ERR_HTTP_REQUEST_TIMEOUT: {
    status: ERROR_STATUS.too_slow,
    reason: 'Request Timeout',
    code: 'too_slow',
    message: 'The request took too long to arrive.',
  },
}

/** Answers what never became a request, in the shape of every other error, and closes the connection. */
export function answerClientError(error: ClientError, socket: Socket): void {
  if (error.code === 'ECONNRESET' || !socket.writable) {
    socket.destroy()
    return
  }
  const { status, reason, code, message } = ANSWERS[error.code ?? ''] ?? UNREADABLE
  const body: ErrorBody = { message, code }
  const text = JSON.stringify(body)
  const headers = {
    ...SECURITY_HEADERS,
    'cache-control': 'no-store',
    'content-type': 'application/json; charset=utf-8',
    'content-length': Buffer.byteLength(text),
    connection: 'close',
  }
  const head = Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`)
  socket.end(`HTTP/1.1 ${status} ${reason}\r\n${head.join('')}\r\n${text}`, () => socket.destroy())
}
