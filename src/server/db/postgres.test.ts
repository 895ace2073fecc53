import { setTimeout as delay } from 'node:timers/promises'

import { CompiledQuery, sql } from 'kysely'
import { DatabaseError } from 'pg'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'

import { type TestDatabase, freshPostgres, requirePostgresServer } from '#tests/support/database.ts'
import { databaseUrl, runOnServer } from '#tests/support/postgres/server.ts'
import { insertUserRow } from '#tests/support/rows.ts'
import { freePort } from '#tests/support/server-process.ts'

import { StartError } from '../settings/start-error.ts'
import { ConnectionLostError } from './failure.ts'
import { migrate } from './migrations.ts'
import { TenfoldPostgresDriver } from './postgres-driver.ts'
import { openPool } from './postgres-pool.ts'
import { MIGRATION_LOCK, connectPostgres, openPostgres, requirePostgres } from './postgres.ts'
import { prepared, raw } from './prepared.ts'
import type { Database } from './schema.ts'
import { countTexts, limitTexts, settleTexts, toQuotaError } from './text-tally.ts'
import { inTransaction } from './transaction.ts'

const SERVERS = 5
const CHECKS = 20
const CHANGES = 100

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
  test('creates the tables, and uses them the next time', async () => {
    for (let i = 0; i < 2; i++) {
      const db = await openPostgres(fresh.url)
      expect(await db.selectFrom('tasks').selectAll().execute()).toEqual([])
      await db.destroy()
    }
  })

  test('by five servers at the same time migrates once, and all of them work', async () => {
    const databases = await Promise.all(Array.from({ length: SERVERS }, () => openPostgres(fresh.url)))
    for (const [i, db] of databases.entries()) await insertUserRow(db, `user${i}`)
    expect(await fresh.db.selectFrom('users').select('id').execute()).toHaveLength(SERVERS)
    const { rows } = await sql<{ name: string }>`select name from kysely_migration`.execute(fresh.db)
    expect(new Set(rows.map((row) => row.name)).size).toBe(rows.length)
    await Promise.all(databases.map((db) => db.destroy()))
  })

  test('by five servers at the same time migrates an older database', async () => {
    await migrate(fresh.db, '0001-first-schema')
    await insertUserRow(fresh.db, 'ada')
    const databases = await Promise.all(Array.from({ length: SERVERS }, () => openPostgres(fresh.url)))
    await Promise.all(databases.map((db) => db.destroy()))
    expect(await fresh.db.selectFrom('attachments').selectAll().execute()).toEqual([])
    expect(await fresh.db.selectFrom('users').select('id').execute()).toEqual([{ id: 'ada' }])
  })

  test('continues a migration that was interrupted', async () => {
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

/** Waits until a database connection is sleeping. */
async function untilSleeping(): Promise<void> {
  const query = sql`select 1 from pg_stat_activity where wait_event = 'PgSleep' and datname = current_database()`
  while ((await query.execute(fresh.db)).rows.length === 0) await delay(5)
}

async function endSleepers(): Promise<void> {
  await sql`
    select pg_terminate_backend(pid) from pg_stat_activity
    where wait_event = 'PgSleep' and datname = current_database()`.execute(fresh.db)
}

test('a starting server checks a database while another one drops its columns', async () => {
  // With many columns, a check takes longer than dropping one.
  const columns = Array.from({ length: 500 }, (_, index) => sql`${sql.ref(`column${index}`)} integer`)
  await sql`create table changing (${sql.join(columns)}, old integer)`.execute(fresh.db)
  const checks = Array.from({ length: CHECKS }, async () => requirePostgres(fresh.url))
  for (let change = 0; change < CHANGES; change++) {
    await sql`alter table changing drop column old`.execute(fresh.db)
    await sql`alter table changing add column old integer`.execute(fresh.db)
  }
  await expect(Promise.all(checks)).resolves.toHaveLength(CHECKS)
})

describe('a one-line error without the password rejects a database', () => {
  test('of a newer version', async () => {
    await (await openPostgres(fresh.url)).destroy()
    await sql`insert into kysely_migration (name, timestamp) values ('9999-future', '2030-01-01')`.execute(
      fresh.db,
    )
    for (const open of [openPostgres, requirePostgres]) {
      expect(await refusalOf(fresh.url, open)).toMatch(
        /^The database postgres:\/\/\S+ was written by a newer version of Tenfold\. Update Tenfold, or set DATABASE_URL to another database\.$/,
      )
    }
  })

  test('with the tables of another program, which stay unchanged', async () => {
    await sql`create table idempotency_keys (in_the_way text)`.execute(fresh.db)
    expect(await refusalOf(fresh.url)).toMatch(
      /^Can't use the database .* \(relation "idempotency_keys" already exists\)/,
    )
    expect((await tables()).filter((name) => !name.startsWith('kysely'))).toEqual(['idempotency_keys'])
  })

  test('that does not exist', async () => {
    const url = databaseUrl({ url: fresh.url }, 'nowhere')
    expect(await refusalOf(url, requirePostgres)).toMatch(
      /^Can't use the database postgres:\/\/\S+ \(database "nowhere" does not exist\)\. Fix the cause, or correct DATABASE_URL\.$/,
    )
  })

  test('whose server is down', async () => {
    const port = await freePort()
    const message = await refusalOf(
      `postgres://ada:secret@127.0.0.1:${port}/tenfold?password=secret`,
      requirePostgres,
    )
    expect(message).toBe(
      `Can't reach the database postgres://ada@127.0.0.1:${port}/tenfold (connect ECONNREFUSED 127.0.0.1:${port}). Start the database server, or correct DATABASE_URL.`,
    )
  })

  test('whose encoding is not UTF8', async () => {
    const server = requirePostgresServer()
    const name = `${new URL(fresh.url).pathname.slice(1)}_ascii`
    await runOnServer(server, `create database ${name} template template0 encoding 'SQL_ASCII' locale 'C'`)
    expect(await refusalOf(databaseUrl(server, name))).toContain('has the encoding SQL_ASCII')
    await runOnServer(server, `drop database ${name}`)
  })
})

describe('a connection', () => {
  beforeEach(() => migrate(fresh.db))

  test('returns values like SQLite, regardless of the database settings', async () => {
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

  test('that is lost while idle is replaced', async () => {
    const db = connectPostgres(fresh.url)
    const before = await pidOf(db)
    await sql`select pg_terminate_backend(${before})`.execute(fresh.db)
    await delay(50)
    expect(await pidOf(db)).not.toBe(before)
    await db.destroy()
  })

  test('is replaced if a migration changed the columns of a named statement', async () => {
    const db = connectPostgres(fresh.url)
    const emails = prepared(0, (db) => db.selectFrom('users').select('email'))
    expect(await emails(db)).toEqual([])
    await sql`alter table users alter column email type varchar(300)`.execute(fresh.db)
    await expect(emails(db)).rejects.toBeInstanceOf(ConnectionLostError)
    expect(await emails(db)).toEqual([])
    await db.destroy()
  })

  test('is shared by up to 20 prepared statements, and at most three connections are shared', async () => {
    const db = connectPostgres(fresh.url)
    const pids = prepared(1, (db, given: number) =>
      raw<{ given: number; pid: number }>(
        db,
        sql`select ${given}::integer as given, pg_backend_pid() as pid`,
      ),
    )
    const failing = prepared(1, (db, divisor: number) => raw(db, sql`select 1 / ${divisor}::integer`))
    const [answers, more, failures] = await Promise.all([
      Promise.all(Array.from({ length: 60 }, async (_, given) => (await pids(db, given))[0])),
      Promise.all(Array.from({ length: 20 }, async (_, given) => (await pids(db, given))[0])),
      Promise.allSettled(Array.from({ length: 6 }, () => failing(db, 0))),
    ])
    expect(failures.every(({ status }) => status === 'rejected')).toBe(true)
    expect(answers.map((row) => row?.given)).toEqual(Array.from({ length: 60 }, (_, given) => given))
    const shared = new Set(answers.map((row) => row?.pid))
    expect(shared.size).toBe(3)
    expect(more.map((row) => row?.given)).toEqual(Array.from({ length: 20 }, (_, given) => given))
    expect(more.some((row) => !shared.has(row?.pid))).toBe(true)
    await db.destroy()
  })

  test('fails a transaction with the error of its posted statement', async () => {
    const post = prepared(1, (db, divisor: number) => raw(db, sql`select 1 / ${divisor}::integer`), {
      isPosted: true,
    })
    const alone = fresh.db.transaction().execute((db) => post(db, 0))
    await expect(alone).rejects.toThrow('division by zero')
    const followed = fresh.db.transaction().execute(async (db) => {
      await post(db, 0)
      await pidOf(db)
    })
    await expect(followed).rejects.toThrow('division by zero')
    expect(await pidOf(fresh.db)).toBeGreaterThan(0)
  })

  test('writes nothing outside a transaction that failed to begin', async () => {
    const driver = new TenfoldPostgresDriver(openPool(fresh.url))
    const connection = await driver.acquireConnection()
    await driver.beginTransaction(connection, { isolationLevel: 'no such level' as never })
    await connection.executeQuery(CompiledQuery.raw('select 1'))
    const writing = connection.executeQuery(CompiledQuery.raw('create table written (id integer)'))
    await expect(writing).rejects.toThrow('syntax error')
    expect(await tables()).not.toContain('written')
    await driver.rollbackTransaction(connection)
    await driver.releaseConnection(connection)
    await driver.destroy()
  })

  test('leaves the user’s row out of the error for text above the limit', async () => {
    await insertUserRow(fresh.db, 'ada')
    limitTexts(fresh.db, 10)
    const adding = fresh.db.transaction().execute(async (db) => {
      countTexts(db, 11)
      await settleTexts(fresh.db, db, 'ada')
    })
    const error: unknown = await adding.catch((error: unknown) => error)
    expect(error).toBeInstanceOf(DatabaseError)
    // PostgreSQL writes the detail to its log.
    expect((error as DatabaseError).detail).toBeUndefined()
    expect(toQuotaError(fresh.db, error)).toMatchObject({ code: 'text_quota' })
  })

  test('does not report the failure of an earlier transaction again', async () => {
    const post = prepared(1, (db, divisor: number) => raw(db, sql`select 1 / ${divisor}::integer`), {
      isPosted: true,
    })
    await fresh.db.connection().execute(async (db) => {
      const failing = db.transaction().execute((db) => post(db, 0))
      await expect(failing).rejects.toThrow('division by zero')
      await db.transaction().execute((db) => post(db, 1))
      // Outside a transaction, nothing would report the error of a posted statement.
      await expect(post(db, 0)).rejects.toThrow('division by zero')
      await expect(sql`select no_column`.execute(db)).rejects.toThrow('no_column')
    })
  })

  test('fails the transaction if it is lost, and the next transaction works', async () => {
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

  test('run one at a time, even on two servers, and do not block other users', async () => {
    const elsewhere = connectPostgres(fresh.url)
    const steps: string[] = []
    const { promise: mayEnd, resolve: letEnd } = Promise.withResolvers<void>()
    const { promise: begun, resolve: begin } = Promise.withResolvers<void>()
    // The lock is sent with the first statement.
    const first = inTransaction(fresh.db, 'ada', async (db) => {
      await pidOf(db)
      begin()
      await mayEnd
      steps.push('first')
    })
    await begun
    const push = async (db: Database, step: string) => {
      await pidOf(db)
      steps.push(step)
    }
    const second = inTransaction(elsewhere, 'ada', (db) => push(db, 'second'))
    await inTransaction(elsewhere, 'eve', (db) => push(db, 'other'))
    letEnd()
    await Promise.all([first, second])
    expect(steps).toEqual(['other', 'first', 'second'])
    await elsewhere.destroy()
  })

  test('roll back completely when one fails', async () => {
    const failing = inTransaction(fresh.db, 'ada', async (db) => {
      await insertUserRow(db, 'ada')
      throw new Error('no')
    })
    await expect(failing).rejects.toThrow('no')
    expect(await fresh.db.selectFrom('users').selectAll().execute()).toEqual([])
  })
})
