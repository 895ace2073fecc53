import { AsyncLocalStorage } from 'node:async_hooks'

import { TenfoldError } from '#domain/error.ts'

import { KeyedMutex } from '../queues/keyed-mutex.ts'
import { dialectOf } from './dialect.ts'
import { groupCommitOf } from './group-commit.ts'
import { poolUse } from './meters.ts'
import type { Database } from './schema.ts'
import { settleTexts, toQuotaError } from './text-tally.ts'
import { lockUser } from './user-lock.ts'

/** The maximum number of one user's waiting changes. A browser sends at most six requests in parallel. */
export const WAITING_MAX = 100
const RETRY_AFTER_S = 1

/**
 * The users with running or waiting changes, for each PostgreSQL database. Changes wait before taking a connection, so
 * that one user's changes hold one connection at most.
 */
const mutexes = new WeakMap<Database, KeyedMutex>()

/**
 * Runs a change to one user's data in one transaction, completely or not at all. Each user's changes are serialized
 * across all servers, so that the data a change has read stays current until it commits: slots, positions, occurrences,
 * keys. On SQLite, changes waiting at the same moment share a commit.
 * @param run gets the transaction, which every store function must use
 * @param options `isLong` for a change that lets other requests run between its parts, and so doesn't share a commit
 * @throws what `run` throws, after a rollback; TenfoldError `too_many` when too many of the user's changes wait,
 *   `text_quota` when the user's text exceeds the limit
 */
export async function inTransaction<T>(
  db: Database,
  userId: string,
  run: (db: Database) => Promise<T>,
  { isLong = false } = {},
): Promise<T> {
  if (db.isTransaction) throw new Error('A nested transaction would wait for the outer one forever.')
  const change = async (trx: Database) => {
    await lockUser(trx, userId)
    const result = await run(trx)
    await settleTexts(db, trx, userId)
    return result
  }
  if (dialectOf(db) === 'sqlite') {
    const group = groupCommitOf(db)
    requireRoom(group.waiting(userId))
    // Keeps the id of the request while the group runs the change.
    return group.run(userId, AsyncLocalStorage.bind(change), isLong)
  }
  const users = mutexes.getOrInsertComputed(db, () => new KeyedMutex())
  requireRoom(users.waiting(userId))
  const running = users.runExclusive(userId, () => db.transaction().execute(change))
  return running.catch((error: unknown) => {
    throw toQuotaError(db, error)
  })
}

/**
 * Reads the whole database from a snapshot taken at the first query. Writes nothing and blocks no other transaction.
 * @param db on SQLite, a read-only one: see `readSqlite`
 */
export function inSnapshot<T>(db: Database, run: (db: Database) => Promise<T>): Promise<T> {
  return db.transaction().setIsolationLevel('repeatable read').setAccessMode('read only').execute(run)
}

/**
 * Returns the length of the queue for the database: users with changes waiting for a commit, or requests waiting for a
 * connection. Each user counts once, because users take turns.
 */
export function databaseQueue(db: Database): number {
  return dialectOf(db) === 'sqlite' ? groupCommitOf(db).waitingUsers : poolUse().waiting
}

/** Returns how many changes are waiting for their turn. */
export function waitingChanges(db: Database): number {
  if (dialectOf(db) === 'sqlite') return groupCommitOf(db).waitingInTotal
  return mutexes.get(db)?.waitingInTotal ?? 0
}

/** @throws TenfoldError `too_many` */
function requireRoom(waiting: number): void {
  if (waiting < WAITING_MAX) return
  const message = 'Too many of your changes are waiting. Try again in a moment.'
  throw new TenfoldError('too_many', message, { retryAfter: RETRY_AFTER_S })
}
