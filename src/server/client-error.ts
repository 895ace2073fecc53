import { STATUS_CODES } from 'node:http'
import type { Socket } from 'node:net'

import { ERROR_STATUS, type ErrorBody, type ErrorCode } from '#domain/error.ts'

import { SECURITY_HEADERS } from './security-headers.ts'

/** What the http server found wrong before there was a request to speak of. */
type ClientError = Error & { code?: string }

type Answer = { status: number; code: ErrorCode; message: string }

const UNREADABLE: Answer = { status: 400, code: 'invalid', message: 'The request is not HTTP.' }

const ANSWERS: Record<string, Answer | undefined> = {
  HPE_HEADER_OVERFLOW: { status: 431, code: 'too_large', message: 'The head of the request is too large.' },
  ERR_HTTP_REQUEST_TIMEOUT: {
    status: ERROR_STATUS.too_slow,
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
  const { status, code, message } = ANSWERS[error.code ?? ''] ?? UNREADABLE
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
  socket.end(`HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\n${head.join('')}\r\n${text}`, () =>
    socket.destroy(),
  )
}
