import { ReadableStream } from 'node:stream/web'
import { setTimeout as delay } from 'node:timers/promises'

import { S3ServiceError, S3mini } from 's3mini'

import { StartError } from '../../settings/start-error.ts'
import type { BucketSettings } from './settings.ts'

/**
 * Time limits for a response from the store, in milliseconds. The second applies to requests that carry a part of a file.
 */
const ANSWER_MS_MAX = 10_000
const TAKE_MS_MAX = 60_000

/**
 * The number of attempts when the store is busy or the connection breaks, and the delay between them in milliseconds.
 */
const ATTEMPTS = 3
const AGAIN_MS = 200

/** The size of the pieces in which a part of a file is sent. */
const PIECE_BYTES = 2 ** 16

/** The store's codes for a temporary failure. */
export const PASSING: ReadonlySet<number> = new Set([429, 500, 502, 503, 504])

/** The error for a store that can't be reached or rejects a request, without secrets. */
export class StoreError extends Error {
  /** The HTTP status of the store's response, or null if there was none. */
  readonly status: number | null

  constructor(message: string, status: number | null) {
    super(message)
    this.name = 'StoreError'
    this.status = status
  }
}

/** Returns a client for a bucket. Convert the client's errors with `toStoreError`. */
export function openBucket({ endpoint, name, region, ...keys }: BucketSettings): S3mini {
  const { accessKeyId, secretAccessKey } = keys
  return new S3mini({
    endpoint: `${endpoint}/${name}`,
    region,
    accessKeyId,
    secretAccessKey,
    fetch: patientFetch,
  })
}

/**
 * Checks that the bucket exists and the key works. Changes nothing.
 * @throws StartError if the bucket can't be used
 */
export async function requireBucket(settings: BucketSettings): Promise<void> {
  const { endpoint, name, prefix } = settings
  const store = `The attachment store at ${endpoint}`
  try {
    if (await openBucket(settings).listObjectsPaged('/', prefix, 1)) return
  } catch (error) {
    const { message, status } = toStoreError(error)
    if (status === null) {
      throw new StartError(`${store} can't be reached (${message}). Start it, or correct ATTACHMENTS_URL.`)
    }
    if (status === 401 || status === 403) {
      throw new StartError(
        `${store} rejects the key (${message}). Correct ATTACHMENTS_ACCESS_KEY_ID and ATTACHMENTS_SECRET_ACCESS_KEY, or allow the key to list, read, write and delete in the bucket ${name}.`,
      )
    }
    throw new StartError(
      `${store} doesn't give access to the bucket ${name} (${message}). Fix the cause, or correct ATTACHMENTS_URL.`,
    )
  }
  throw new StartError(`${store} has no bucket ${name}. Create it, or correct ATTACHMENTS_URL.`)
}

/** Converts an error from the store. Leaves out the bodies of requests and responses, which can contain keys. */
export function toStoreError(error: unknown): StoreError {
  if (error instanceof StoreError) return error
  if (error instanceof S3ServiceError) {
    return new StoreError(`it returned ${error.status} ${error.serviceCode ?? ''}`.trimEnd(), error.status)
  }
  const { cause, message } = error instanceof Error ? error : new Error(String(error))
  return cause instanceof Error ? toStoreError(cause) : new StoreError(message, null)
}

/** Retries temporary failures. Every request is safe to repeat: bodies are in memory, and names are new. */
const patientFetch: typeof fetch = async (input, init) => {
  for (let attempt = 1; ; attempt++) {
    try {
      const response = await fetchInTime(input, init)
      if (attempt === ATTEMPTS || !PASSING.has(response.status)) return response
      await response.body?.cancel()
    } catch (error) {
      if (attempt === ATTEMPTS || error instanceof StoreError) throw error
    }
    await delay(AGAIN_MS * attempt)
  }
}

/** Sends a long body in pieces, because `fetch` would keep three copies of it. */
function inPieces(options: RequestInit): RequestInit & { duplex?: 'half' } {
  const { body } = options
  if (!(body instanceof Uint8Array) || body.length <= PIECE_BYTES) return options
  const pieces = async function* () {
    for (let at = 0; at < body.length; at += PIECE_BYTES) yield body.subarray(at, at + PIECE_BYTES)
  }
  return { ...options, body: ReadableStream.from(pieces()) as BodyInit, duplex: 'half' }
}

/** Limits only the time until the response begins, because the time for its body depends on the reader. */
async function fetchInTime(...[input, init]: Parameters<typeof fetch>): Promise<Response> {
  const ms = init?.body ? TAKE_MS_MAX : ANSWER_MS_MAX
  const abort = new AbortController()
  const late = new StoreError(`no response in ${ms / 1000} seconds`, null)
  const timer = setTimeout(() => abort.abort(late), ms)
  const headers = new Headers(init?.headers)
  // Files are stored unchanged, so no proxy may compress them.
  headers.set('accept-encoding', 'identity')
  try {
    // Redirects are not followed, because they could lead away from the configured store.
    return await fetch(input, inPieces({ ...init, headers, redirect: 'manual', signal: abort.signal }))
  } finally {
    clearTimeout(timer)
  }
}
