import SqliteDatabase from 'better-sqlite3'

/**
 * Locks a dedicated file with SQLite. The operating system releases the lock when the process ends, even after a
 * crash. Nothing else may open that file, because closing any handle releases the lock on POSIX.
 * @param waitMs how long to wait for another process, which blocks the event loop
 * @returns a function that releases the lock
 * @throws SqliteError, `SQLITE_BUSY` while another process holds the lock
 */
export function lockFile(file: string, waitMs = 0): () => void {
  const lock = new SqliteDatabase(file, { timeout: waitMs })
  try {
    // A journal on disk would fail on a full disk.
    lock.pragma('journal_mode = memory')
    lock.exec('begin exclusive')
    return () => lock.close()
  } catch (error) {
    lock.close()
    throw error
  }
}
