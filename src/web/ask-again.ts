import { ApiError } from './api.ts'

/** The server's own word for how long it may be away is two seconds; a broken connection is often back sooner. */
const WAIT_MS = 1500

/**
 * Asks for a change, and once more when no answer came or the database was away. The first may have been done all the
 * same, so what is asked must bear being asked twice: by an `Idempotency-Key`, or because it says how things shall be.
 * @throws ApiError an answer that refuses, or no answer to the second either
 */
export async function askAgain<T>(ask: (isSecond: boolean) => Promise<T>): Promise<T> {
  try {
    return await ask(false)
  } catch (error) {
    if (!isLost(error)) throw error
  }
  await new Promise((resolve) => setTimeout(resolve, WAIT_MS))
  return ask(true)
}

/** Nobody knows whether it was done: the network was cut, or something between here and the server was in the way. */
function isLost(error: unknown): boolean {
  return error instanceof ApiError && [0, 502, 503, 504].includes(error.status)
}
