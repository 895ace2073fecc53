import { setTimeout as delay } from 'node:timers/promises'

import { sql } from 'kysely'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'

import { type TestDatabase, freshPostgres, requirePostgresServer } from '#tests/support/database.ts'
import { databaseUrl, runOnServer } from '#tests/support/postgres/server.ts'
import { insertUserRow } from '#tests/support/rows.ts'
import { freePort } from '#tests/support/server-process.ts'

import { StartError } from '../start-error.ts'
import { ConnectionLostError } from './failure.ts'
import { migrate } from './migrations.ts'
import { MIGRATION_LOCK, connectPostgres, openPostgres, requirePostgres } from './postgres.ts'
import type { Database } from './schema.ts'
import { inTransaction } from './transaction.ts'

const SERVERS = 5

let fresh: TestDatabase & { url: string }
beforeEach(async () => {
  fresh = await freshPostgres(requirePostgresServer())
})
afterEach(() => fresh.close())

async function refusalOf(
  url: string,
  open: (url: string) => Promise<unknown> = openPostgres,
): Promise<string> {
  const error = await open(url).then(
    () => null,
    (error: unknown) => error,
  )
  if (error instanceof StartError) return error.message
  throw new Error(`expected a StartError, got ${String(error)}`)
}

const tables = async () => (await fresh.db.introspection.getTables()).map(({ name }) => name)

describe('opening', () => {
  test('makes the tables, and finds them there the next time', async () => {
    for (let i = 0; i < 2; i++) {
      const db = await openPostgres(fresh.url)
      expect(await db.selectFrom('tasks').selectAll().execute()).toEqual([])
      await db.destroy()
    }
  })

  test('by five servers at once migrates once, and all of them work', async () => {
    const databases = await Promise.all(Array.from({ length: SERVERS }, () => openPostgres(fresh.url)))
    for (const [i, db] of databases.entries()) await insertUserRow(db, `user${i}`)
    expect(await fresh.db.selectFrom('users').select('id').execute()).toHaveLength(SERVERS)
    const { rows } = await sql<{ name: string }>`select name from kysely_migration`.execute(fresh.db)
    expect(new Set(rows.map((row) => row.name)).size).toBe(rows.length)
    await Promise.all(databases.map((db) => db.destroy()))
  })

  test('by five servers at once brings an older database up to date', async () => {
    await migrate(fresh.db, '0001-first-schema')
    await insertUserRow(fresh.db, 'ada')
    const databases = await Promise.all(Array.from({ length: SERVERS }, () => openPostgres(fresh.url)))
    await Promise.all(databases.map((db) => db.destroy()))
    expect(await fresh.db.selectFrom('attachments').selectAll().execute()).toEqual([])
    expect(await fresh.db.selectFrom('users').select('id').execute()).toEqual([{ id: 'ada' }])
  })

  test('goes on where a server was stopped while it migrated', async () => {
    const stopped = connectPostgres(fresh.url)
    const stop = stopped
      .connection()
      .execute((db) => sql`select pg_advisory_lock(${MIGRATION_LOCK}), pg_sleep(60)`.execute(db))
      .catch((error: unknown) => error)
    await untilSleeping()
    const opening = openPostgres(fresh.url)
    await delay(50)
    expect(await tables()).toEqual([])
    await endSleepers()
    expect(await stop).toBeInstanceOf(Error)
    await (await opening).destroy()
    expect(await tables()).toContain('tasks')
    await stopped.destroy()
  })
})

/** Waits until a connection of the database sleeps. */
async function untilSleeping(): Promise<void> {
  const query = sql`select 1 from pg_stat_activity where wait_event = 'PgSleep' and datname = current_database()`
  while ((await query.execute(fresh.db)).rows.length === 0) await delay(5)
}

async function endSleepers(): Promise<void> {
  await sql`
    select pg_terminate_backend(pid) from pg_stat_activity
    where wait_event = 'PgSleep' and datname = current_database()`.execute(fresh.db)
}

describe('a database that cannot be used is refused in one line, without the password', () => {
  test('of a newer version, and nothing is changed', async () => {
    await (await openPostgres(fresh.url)).destroy()
    await sql`insert into kysely_migration (name, timestamp) values ('9999-future', '2030-01-01')`.execute(
      fresh.db,
    )
    for (const open of [openPostgres, requirePostgres]) {
      expect(await refusalOf(fresh.url, open)).toMatch(
        /^The database postgres:\/\/\S+ was written by a newer version of Tenfold\. Update Tenfold, or name another in DATABASE_URL\.$/,
      )
    }
  })

  test('with the tables of another program, which stay as they are', async () => {
    await sql`create table idempotency_keys (in_the_way text)`.execute(fresh.db)
    expect(await refusalOf(fresh.url)).toMatch(
      /cannot be used \(relation "idempotency_keys" already exists\)/,
    )
    expect((await tables()).filter((name) => !name.startsWith('kysely'))).toEqual(['idempotency_keys'])
  })

  test('that is not there', async () => {
    const url = databaseUrl({ url: fresh.url }, 'nowhere')
    expect(await refusalOf(url, requirePostgres)).toMatch(
      /^The database postgres:\/\/\S+ cannot be used \(database "nowhere" does not exist\)\. Put that right, or correct DATABASE_URL\.$/,
    )
  })

  test('whose server is not there', async () => {
    const port = await freePort()
    const message = await refusalOf(
      `postgres://ada:secret@127.0.0.1:${port}/tenfold?password=secret`,
      requirePostgres,
    )
    expect(message).toBe(
      `The database postgres://ada@127.0.0.1:${port}/tenfold cannot be reached (connect ECONNREFUSED 127.0.0.1:${port}). Start its server, or correct DATABASE_URL.`,
    )
  })

  test('that does not keep every character', async () => {
    const server = requirePostgresServer()
    const name = `${new URL(fresh.url).pathname.slice(1)}_ascii`
    await runOnServer(server, `create database ${name} template template0 encoding 'SQL_ASCII' locale 'C'`)
    expect(await refusalOf(databaseUrl(server, name))).toContain('keeps texts as SQL_ASCII')
    await runOnServer(server, `drop database ${name}`)
  })
})

describe('a connection', () => {
  beforeEach(() => migrate(fresh.db))

  test('gives values as SQLite does, whatever the settings of the database are', async () => {
    await sql`alter database ${sql.table(new URL(fresh.url).pathname.slice(1))} set time zone 'Asia/Kolkata'`.execute(
      fresh.db,
    )
    const db = connectPostgres(fresh.url)
    const { rows } = await sql`select count(*) as count, 9007199254740991::bigint as big, true as yes,
      '2026-11-20T10:00:00.500Z'::timestamptz as time, '2026-11-20T10:00:00Z'::timestamptz as second from users`.execute(
      db,
    )
    expect(rows).toEqual([
      {
        count: 0,
        big: Number.MAX_SAFE_INTEGER,
        yes: true,
        time: '2026-11-20T10:00:00.500Z',
        second: '2026-11-20T10:00:00.000Z',
      },
    ])
    await db.destroy()
  })

  test('that is lost while nobody uses it is replaced', async () => {
    const db = connectPostgres(fresh.url)
    const before = await pidOf(db)
    await sql`select pg_terminate_backend(${before})`.execute(fresh.db)
    await delay(50)
    expect(await pidOf(db)).not.toBe(before)
    await db.destroy()
  })

  test('that is lost in a transaction fails it, and the next one works', async () => {
    const db = connectPostgres(fresh.url)
    const failing = db.transaction().execute(async (db) => {
      await insertUserRow(db, 'ada')
      const pid = await pidOf(db)
      await sql`select pg_terminate_backend(${pid})`.execute(fresh.db)
      await delay(50)
      await insertUserRow(db, 'eve')
    })
    await expect(failing).rejects.toBeInstanceOf(ConnectionLostError)
    await db.transaction().execute((db) => insertUserRow(db, 'bob'))
    expect(await db.selectFrom('users').select('id').execute()).toEqual([{ id: 'bob' }])
    await db.destroy()
  })
})

async function pidOf(db: Database): Promise<number> {
  const { rows } = await sql<{ pid: number }>`select pg_backend_pid() as pid`.execute(db)
  return rows[0]?.pid ?? 0
}

describe('the changes of one user', () => {
  beforeEach(() => migrate(fresh.db))

  test('happen one after the other, also from two servers; those of another do not wait', async () => {
    const elsewhere = connectPostgres(fresh.url)
    const steps: string[] = []
    const { promise: mayEnd, resolve: letEnd } = Promise.withResolvers<void>()
    const { promise: begun, resolve: begin } = Promise.withResolvers<void>()
    const first = inTransaction(fresh.db, 'ada', async () => {
      begin()
      await mayEnd
      steps.push('first')
    })
    await begun
    const second = inTransaction(elsewhere, 'ada', async () => void steps.push('second'))
    await inTransaction(elsewhere, 'eve', async () => void steps.push('other'))
    letEnd()
    await Promise.all([first, second])
    expect(steps).toEqual(['other', 'first', 'second'])
    await elsewhere.destroy()
  })

  test('are undone as a whole when one fails', async () => {
    const failing = inTransaction(fresh.db, 'ada', async (db) => {
      await insertUserRow(db, 'ada')
      throw new Error('no')
    })
    await expect(failing).rejects.toThrow('no')
    expect(await fresh.db.selectFrom('users').selectAll().execute()).toEqual([])
  })
})
