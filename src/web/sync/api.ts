import type { ErrorBody, ErrorCode } from '#domain/error.ts'

import { takeEarlyAnswer } from '../boot/early-answers.ts'
import { latestAnswer } from './latest-answer.ts'
import { readLongList } from './long-list.ts'
import { pageUser } from './page-user.ts'

export type Method = 'GET' | 'HEAD' | 'POST' | 'PATCH' | 'PUT' | 'DELETE'

export type Answer<T> = { body: T; headers: Headers }

/**
 * A failed request. The error's message is the status, a colon and the body's text (specification 8). Status 0 means
 * there was no response.
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

  get serverMessage(): string | null {
    return this.body?.message ?? null
  }
}

/** The time after which a request without a response counts as lost, in ms. A stalled connection never fails. */
const ANSWER_MS_MAX = 20_000
/** The slowest upload that is waited for, in characters per ms: 4 kB/s. */
const UPLOAD_SPEED_MIN = 4

/** Rejects like a lost request if there is no response in time. A long request body gets more time. */
export function inTime<T>(asking: Promise<T>, requestBody?: unknown): Promise<T> {
  const uploadMs = (JSON.stringify(requestBody)?.length ?? 0) / UPLOAD_SPEED_MIN
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => reject(unreachable()), ANSWER_MS_MAX + uploadMs)
    void asking.then(resolve, reject).then(() => clearTimeout(timer))
  })
}

function unreachable(): ApiError {
  return new ApiError(0, 'The server can’t be reached.', null)
}

/** Returns whether an error means that a row no longer exists. */
export function isNotFound(error: unknown): boolean {
  return error instanceof ApiError && error.code === 'not_found'
}

/** Sends a request with an optional JSON body. Returns the JSON response, or undefined for 204. Throws an `ApiError`. */
export async function request<T>(
  method: Method,
  path: string,
  body?: unknown,
  headers?: Record<string, string>,
): Promise<T> {
  return (await requestWithHeaders<T>(method, path, body, headers)).body
}

export async function requestWithHeaders<T>(
  method: Method,
  path: string,
  body?: unknown,
  headers?: Record<string, string>,
): Promise<Answer<T>> {
  const response = await ask(method, path, body, headers)
  const text = await whole(readText(response))
  return { body: (text ? JSON.parse(text) : undefined) as T, headers: response.headers }
}

/**
 * Fetches a list that can be long, and parses it in steps so that the page stays responsive.
 * @throws ApiError also if no data arrives for 20 s, however long the whole list takes
 */
export async function requestList<T>(path: string): Promise<Answer<T[]>> {
  const { body, headers } = await ask('GET', path)
  const reader = body?.getReader()
  return { body: reader ? await whole(readLongList<T>(() => inTime(reader.read()))) : [], headers }
}

/** The maximum number of attempts for a GET request. The server sends at most four lists to a user concurrently. */
const READ_TRIES = 20
const RETRY_AFTER_S_MAX = 10
/** Jitter, so that browsers don't all retry at the same time after a busy server rejected them. */
const SPREAD = 0.5

async function ask(
  method: Method,
  path: string,
  body?: unknown,
  headers?: Record<string, string>,
): Promise<Response> {
  const init: RequestInit = {
    method,
    credentials: 'same-origin',
    headers: {
      accept: 'application/json',
      'x-time-zone': Temporal.Now.timeZoneId(),
      'x-user': pageUser.get(),
      ...(body === undefined ? {} : { 'content-type': 'application/json' }),
      ...headers,
    },
    body: body === undefined ? undefined : JSON.stringify(body),
  }
  for (let tries = 1; ; tries++) {
    const response = await send(path, init)
    if (response.ok) return response
    const error = toApiError(response.status, await whole(readText(response)), response.statusText)
    const seconds = method === 'GET' && tries < READ_TRIES ? secondsToRetry(error, response.headers) : null
    if (seconds === null) throw error
    await new Promise((resolve) => setTimeout(resolve, seconds * 1000 * (1 + SPREAD * Math.random())))
  }
}

/** Returns the seconds to wait before retrying on a busy server, or null for any other error. */
function secondsToRetry({ status, code }: ApiError, headers: Headers): number | null {
  const header = headers.get('retry-after')
  if ((status !== 429 && code !== 'busy') || header === null) return null
  const seconds = Number(header)
  return seconds >= 0 && seconds <= RETRY_AFTER_S_MAX ? seconds : null
}

export function toApiError(status: number, text: string, statusText: string): ApiError {
  return new ApiError(status, text || statusText, errorBody(text))
}

async function send(path: string, init: RequestInit): Promise<Response> {
  try {
    const isRead = init.method === 'GET'
    const answer = (isRead && takeEarlyAnswer(path)) || fetch(path, init)
    const response = await (isRead ? inTime(answer) : answer)
    latestAnswer.set(response)
    return response
  } catch {
    throw unreachable()
  }
}

/** Reads a body's text. Rejects if no data arrives for 20 s, however long the whole text takes. */
async function readText({ body }: Response): Promise<string> {
  const reader = body?.pipeThrough(new TextDecoderStream()).getReader()
  for (let text = ''; ;) {
    const part = await inTime(reader?.read() ?? Promise.resolve({ done: true, value: '' }))
    if (part.done) return text
    text += part.value
  }
}

/** Reads a body. The connection can break partway through. */
async function whole<T>(reading: Promise<T>): Promise<T> {
  try {
    return await reading
  } catch (error) {
    if (error instanceof SyntaxError) throw error
    throw unreachable()
  }
}

/** Returns the error body, or null if a proxy responded instead of Tenfold. */
function errorBody(text: string): ErrorBody | null {
  try {
    const body: unknown = JSON.parse(text)
    const isErrorBody = typeof body === 'object' && body !== null && 'message' in body && 'code' in body
    return isErrorBody ? (body as ErrorBody) : null
  } catch {
    return null
  }
}
