import { ApiError } from './api.ts'

/** The server's Retry-After is 2 s; a broken connection often recovers sooner. */
const WAIT_MS = 1500

/**
 * Sends a change, and retries it once if there was no response or the database was unavailable. The first attempt may have
 * succeeded, so the request must be idempotent or carry an `Idempotency-Key`.
 * @throws ApiError if the server rejects the change, or if the retry also fails
 */
export async function retryOnce<T>(ask: (isSecond: boolean) => Promise<T>): Promise<T> {
  try {
    return await ask(false)
  } catch (error) {
    if (!isLost(error)) throw error
  }
  await new Promise((resolve) => setTimeout(resolve, WAIT_MS))
  return ask(true)
}

/**
 * Returns whether the outcome is unknown: there was no response, or a proxy or the database failed. Returns false for a
 * full disk, because retries fail until someone frees space.
 */
export function isLost(error: unknown): boolean {
  if (!(error instanceof ApiError) || error.code === 'disk_full') return false
  return [0, 502, 503, 504].includes(error.status)
}
