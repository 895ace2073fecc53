import { setTimeout as delay } from 'node:timers/promises'

import SqliteDatabase from 'better-sqlite3'

/** How long SQLite itself can wait for a lock, blocking the event loop. */
export const BUSY_TIMEOUT_MS = 5

/** How long a write waits for another process that has locked the file. */
const WAIT_MS_MAX = 5000
const RETRY_MS = 20

/** A failed attempt after a gap of this length counts as a new lock. */
const LOCK_GAP_MS = 1000

/** Returns whether another process holds the lock that a statement needs. If so, the statement changed nothing. */
export function isBusy(error: unknown): boolean {
  return error instanceof SqliteDatabase.SqliteError && error.code.startsWith('SQLITE_BUSY')
}

/** Waits for locks that other processes hold on a file. */
export class FileLock {
  #since = -Infinity
  #last = -Infinity

  /**
   * Runs a statement, and retries it while the file is locked. The limit counts from the first statement that hit the
   * lock; when the limit is reached, all queued statements fail immediately.
   * @throws SqliteError `SQLITE_BUSY` after 5 s; any other error immediately
   */
  async whenFree<T>(run: () => T): Promise<T> {
    for (;;) {
      try {
        return run()
      } catch (error) {
        if (!isBusy(error) || this.#isTooLong(performance.now())) throw error
      }
      await delay(RETRY_MS)
    }
  }

  #isTooLong(now: number): boolean {
    if (now - this.#last > LOCK_GAP_MS) this.#since = now
    this.#last = now
    return now - this.#since > WAIT_MS_MAX
  }
}
