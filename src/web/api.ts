import type { ErrorBody, ErrorCode } from '#domain/error.ts'

import { takeEarlyAnswer } from './early-answers.ts'
import { readLongList } from './long-list.ts'

export type Method = 'GET' | 'POST' | 'PATCH' | 'PUT' | 'DELETE'

export type Answer<T> = { body: T; headers: Headers }

/**
 * An answer that is not a success. Its message is the status, a colon and the body's text (specification, section 8).
 * Status 0 is no answer at all: the network or the server is away.
 */
export class ApiError extends Error {
  readonly status: number
  readonly code: ErrorCode | null
  readonly body: ErrorBody | null

  constructor(status: number, text: string, body: ErrorBody | null) {
    super(`${status}: ${text}`)
    this.name = 'ApiError'
    this.status = status
    this.code = body?.code ?? null
    this.body = body
  }

  /** The server's own words, written for the person who reads them, or null. */
  get serverMessage(): string | null {
    return this.body?.message ?? null
  }
}

/**
 * Asks the server that the page came from. The body goes as JSON, when there is one; the answer comes as JSON, and
 * 204 as undefined. Throws an `ApiError`.
 */
export async function request<T>(
  method: Method,
  path: string,
  body?: unknown,
  headers?: Record<string, string>,
): Promise<T> {
  return (await requestWithHeaders<T>(method, path, body, headers)).body
}

/** The same, with the headers of the answer beside its body. */
export async function requestWithHeaders<T>(
  method: Method,
  path: string,
  body?: unknown,
  headers?: Record<string, string>,
): Promise<Answer<T>> {
  const response = await ask(method, path, body, headers)
  const text = await whole(response.text())
  return { body: (text ? JSON.parse(text) : undefined) as T, headers: response.headers }
}

/** Asks for a list that may be long: the page answers presses while it is read. Throws an `ApiError`. */
export async function requestList<T>(path: string): Promise<Answer<T[]>> {
  const { body, headers } = await ask('GET', path)
  return { body: body ? await whole(readLongList<T>(body)) : [], headers }
}

/** An answer that is a success, its body not read yet. */
async function ask(
  method: Method,
  path: string,
  body?: unknown,
  headers?: Record<string, string>,
): Promise<Response> {
  const response = await send(path, {
    method,
    credentials: 'same-origin',
    headers: {
      accept: 'application/json',
      'x-time-zone': Temporal.Now.timeZoneId(),
      ...(body === undefined ? {} : { 'content-type': 'application/json' }),
      ...headers,
    },
    body: body === undefined ? undefined : JSON.stringify(body),
  })
  if (response.ok) return response
  throw toApiError(response.status, await whole(response.text()), response.statusText)
}

/** An answer that is not a success, from its text. */
export function toApiError(status: number, text: string, statusText: string): ApiError {
  return new ApiError(status, text || statusText, errorBody(text))
}

async function send(path: string, init: RequestInit): Promise<Response> {
  try {
    const early = init.method === 'GET' ? takeEarlyAnswer(path) : null
    return await (early ?? fetch(path, init))
  } catch {
    throw new ApiError(0, 'The server cannot be reached.', null)
  }
}

/** The connection may also break in the middle of an answer. */
async function whole<T>(reading: Promise<T>): Promise<T> {
  try {
    return await reading
  } catch (error) {
    if (error instanceof SyntaxError) throw error
    throw new ApiError(0, 'The server cannot be reached.', null)
  }
}

/** The error body, or null when something between here and the server answered in its own words. */
function errorBody(text: string): ErrorBody | null {
  try {
    const body: unknown = JSON.parse(text)
    const isErrorBody = typeof body === 'object' && body !== null && 'message' in body && 'code' in body
    return isErrorBody ? (body as ErrorBody) : null
  } catch {
    return null
  }
}
