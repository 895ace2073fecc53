import { sql } from 'kysely'

import { THIS_SERVER, dialectOf } from '../db/dialect.ts'
import { prepared } from '../db/prepared.ts'
import type { Database } from '../db/schema.ts'
import { lockUser } from '../db/user-lock.ts'
import { runExclusive } from '../queues/keyed-mutex.ts'

/** The first half of the key of the advisory lock that a server holds while it listens. The second half is the server's number. */
export const LISTENING_LOCK = 0x54454e47

/** The maximum number of simultaneous inserts, so that a server with many streams leaves connections for requests. */
const ADDED_AT_ONCE = 4

/** Records which servers on a PostgreSQL database have streams of a user and therefore need notifications. */
export type StreamUsers = {
  /**
   * Resolves once this server will be notified of every later change by the user. Read the change log only after that.
   */
  add(userId: string): Promise<void>
  /** Removes the users who have no streams on this server. */
  removeUnless(hasStreams: (userId: string) => boolean): Promise<void>
  /** Makes `add` write again, because other servers may have removed the rows. */
  forget(): void
}

/** Returns the users with streams on this server. On SQLite there is only one server. */
export function openStreamUsers(db: Database): StreamUsers {
  const added = new Set<string>()
  if (dialectOf(db) === 'sqlite') {
    return { add: async () => undefined, removeUnless: async () => undefined, forget: () => undefined }
  }
  let turn = 0
  return {
    add: async (userId) => {
      if (added.has(userId)) return
      await runExclusive(`stream users ${turn++ % ADDED_AT_ONCE}`, () => insertUser(db, userId))
      added.add(userId)
    },
    removeUnless: async (hasStreams) => {
      for (const userId of added) {
        // A stream that opens in the meantime waits, and then adds the user again.
        await runExclusive(`events ${userId}`, async () => {
          if (hasStreams(userId)) return
          added.delete(userId)
          await deleteRows(db, userId)
        })
      }
    },
    forget: () => added.clear(),
  }
}

/**
 * Waits for the user's lock, which every change holds until its commit. The stream finds earlier changes in the log,
 * and later changes see the row.
 */
function insertUser(db: Database, userId: string): Promise<void> {
  return db.transaction().execute(async (db) => {
    await lockUser(db, userId)
    await insertRow(db, userId)
  })
}

const insertRow = prepared(1, (db, userId: string) =>
  db
    .insertInto('stream_users')
    .values({ user_id: userId, server: sql<number>`${THIS_SERVER}` })
    .onConflict((conflict) => conflict.doNothing()),
)

const deleteRows = prepared(1, (db, userId: string) =>
  db
    .deleteFrom('stream_users')
    .where('user_id', '=', userId)
    .where('server', '=', sql<number>`${THIS_SERVER}`),
)

export async function thisServer(db: Database): Promise<number> {
  const { rows } = await sql<{ server: number }>`select ${THIS_SERVER} as server`.execute(db)
  return rows[0]?.server ?? 0
}

/** Removes the rows of servers that no longer listen, and of this one. */
export async function removeLostServers(db: Database): Promise<void> {
  await sql`delete from stream_users where server in (
    select server from (select distinct server from stream_users) as servers
      where server = ${THIS_SERVER} or pg_try_advisory_xact_lock(${LISTENING_LOCK}, server))`.execute(db)
}
