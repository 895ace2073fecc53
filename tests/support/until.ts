import { vi } from 'vitest'

/** This is less than the time limit of a test, so that a failure shows what did not happen. */
const LIMIT_MS = 50_000

/**
 * Repeats `check` until it no longer throws. The time limit is only for tests that hang: a short limit would fail on a
 * busy machine.
 *
 * @throws the last error of `check`
 */
export async function until(check: () => unknown): Promise<void> {
  await vi.waitFor(check, { timeout: LIMIT_MS, interval: 20 })
}
