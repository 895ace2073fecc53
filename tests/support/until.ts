import { vi } from 'vitest'

/** Less than the time limit of a test, so that a failure shows what did not happen. */
const LIMIT_MS = 50_000

/**
 * Repeats `check` until it no longer throws. Its limit only ends a test that hangs: a short one would fail on a busy machine.
 *
 * @throws what `check` threw last
 */
export async function until(check: () => unknown): Promise<void> {
  await vi.waitFor(check, { timeout: LIMIT_MS, interval: 20 })
}
