import { lockUser } from './dialect.ts'
import type { Database } from './schema.ts'

/**
 * Runs a change of one user's things in one transaction: all of it happens, or nothing. The changes of one user happen
 * one after the other, whichever server they reach, so that what a change has read stays true until it is written:
 * slots, positions, occurrences, keys.
 * @param run gets the transaction, which every store function it calls must be given
 * @throws what `run` throws, after everything was undone
 */
export function inTransaction<T>(
  db: Database,
  userId: string,
  run: (db: Database) => Promise<T>,
): Promise<T> {
  return db.transaction().execute(async (db) => {
    await lockUser(db, userId)
    return run(db)
  })
}

/**
 * Runs what reads the whole database, on either as of one moment: that of its first query. It changes nothing, and
 * nobody waits for it.
 * @param db on SQLite one that only reads: see `readSqlite`
 */
export function inSnapshot<T>(db: Database, run: (db: Database) => Promise<T>): Promise<T> {
  return db.transaction().setIsolationLevel('repeatable read').setAccessMode('read only').execute(run)
}
