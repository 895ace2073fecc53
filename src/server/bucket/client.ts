import { setTimeout as delay } from 'node:timers/promises'

import { S3ServiceError, S3mini } from 's3mini'

import { StartError } from '../start-error.ts'
import type { BucketSettings } from './settings.ts'

/** How long the store may take to answer, in milliseconds; the second is for what carries a part of a file. */
const ANSWER_MS_MAX = 10_000
const TAKE_MS_MAX = 60_000

/** A store that is busy, or a connection that broke, is asked again: so often in all, after so many milliseconds. */
const ATTEMPTS = 3
const AGAIN_MS = 200

/** The store's ways to say that it will manage in a moment. */
const PASSING: ReadonlySet<number> = new Set([429, 500, 502, 503, 504])

/** The store could not be reached, or would not do what it was asked. Nothing in it is secret. */
export class StoreError extends Error {
  /** What the store answered, as an HTTP status; null when it did not answer. */
  readonly status: number | null

  constructor(message: string, status: number | null) {
    super(message)
    this.name = 'StoreError'
    this.status = status
  }
}

/** The client of a bucket. Its failures are to be read by `toStoreError`. */
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
 * Looks whether the bucket is there and the key is good, without changing anything.
 * @throws StartError when it cannot be used
 */
export async function requireBucket(settings: BucketSettings): Promise<void> {
  const { endpoint, name, prefix } = settings
  const store = `The store of the attachments at ${endpoint}`
  try {
    if (await openBucket(settings).listObjectsPaged('/', prefix, 1)) return
  } catch (error) {
    const { message, status } = toStoreError(error)
    if (status === null) {
      throw new StartError(`${store} cannot be reached (${message}). Start it, or correct ATTACHMENTS_URL.`)
    }
    if (status === 401 || status === 403) {
      throw new StartError(
        `${store} refuses the key (${message}). Correct ATTACHMENTS_ACCESS_KEY_ID and ATTACHMENTS_SECRET_ACCESS_KEY, or let the key list, read, write and delete in the bucket ${name}.`,
      )
    }
    throw new StartError(
      `${store} does not give the bucket ${name} (${message}). Put that right, or correct ATTACHMENTS_URL.`,
    )
  }
  throw new StartError(`${store} has no bucket ${name}. Make it, or correct ATTACHMENTS_URL.`)
}

/** What went wrong with the store, without the texts of requests and answers, which may hold keys. */
export function toStoreError(error: unknown): StoreError {
  if (error instanceof StoreError) return error
  if (error instanceof S3ServiceError) {
    return new StoreError(`it answered ${error.status} ${error.serviceCode ?? ''}`.trimEnd(), error.status)
  }
  const { cause, message } = error instanceof Error ? error : new Error(String(error))
  return cause instanceof Error ? toStoreError(cause) : new StoreError(message, null)
}

/** Asks again after what passes by itself. Every request here may be made twice: bodies are in memory, names are new. */
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

/** The time counts until the answer begins: how long its bytes take is the reader's affair. */
async function fetchInTime(...[input, init]: Parameters<typeof fetch>): Promise<Response> {
  const ms = init?.body ? TAKE_MS_MAX : ANSWER_MS_MAX
  const abort = new AbortController()
  const late = new StoreError(`no answer in ${ms / 1000} seconds`, null)
  const timer = setTimeout(() => abort.abort(late), ms)
  const headers = new Headers(init?.headers)
  // A file is kept as it came: nobody on the way shall pack it.
  headers.set('accept-encoding', 'identity')
  try {
    // Another place than the one that was set is not followed.
    return await fetch(input, { ...init, headers, redirect: 'manual', signal: abort.signal })
  } finally {
    clearTimeout(timer)
  }
}
