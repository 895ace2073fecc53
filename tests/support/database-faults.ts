import { sql } from 'kysely'

import { dialectOf } from '#server/db/dialect.ts'
import { CONNECTIONS_MAX } from '#server/db/postgres-pool.ts'
import type { Database } from '#server/db/schema.ts'

/** Makes the database read-only, like a read-only disk or a standby. */
export async function forbidWrites(db: Database): Promise<void> {
  if (dialectOf(db) === 'sqlite') await sql`pragma query_only = on`.execute(db)
  else await onEveryConnection(db, 'set default_transaction_read_only = on')
}

/** Fills the database's disk. */
export async function fillDisk(db: Database): Promise<void> {
  if (dialectOf(db) === 'sqlite') {
    await sql`pragma max_page_count = 1`.execute(db)
    return
  }
  await sql`
    create function refuse() returns trigger language plpgsql as
      $$ begin raise 'could not extend file: No space left on device' using errcode = 'disk_full'; end $$`.execute(
    db,
  )
  await sql`create trigger full_disk before insert on tasks execute function refuse()`.execute(db)
}

/** Frees the disk again. */
export async function emptyDisk(db: Database): Promise<void> {
  if (dialectOf(db) === 'sqlite') await sql`pragma max_page_count = 100000`.execute(db)
  else await sql`drop trigger full_disk on tasks`.execute(db)
}

/** Runs a statement on every connection of the pool. Each callback keeps its connection until all have one. */
async function onEveryConnection(db: Database, statement: string): Promise<void> {
  let arrived = 0
  const { promise: allArrived, resolve } = Promise.withResolvers<void>()
  const take = () =>
    db.connection().execute(async (db) => {
      await sql.raw(statement).execute(db)
      if (++arrived === CONNECTIONS_MAX) resolve()
      await allArrived
    })
  await Promise.all(Array.from({ length: CONNECTIONS_MAX }, take))
}
