import { randomUUID } from 'node:crypto'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

import { inject } from 'vitest'

import type { DialectName } from '#server/db/dialect.ts'
import { connectPostgres, overPool } from '#server/db/postgres.ts'
import type { Database } from '#server/db/schema.ts'
import { connectSqlite, openSqlite } from '#server/db/sqlite.ts'

import { fastFolder } from './fast-folder.ts'
import { takeDatabase } from './postgres/reused-databases.ts'
import { type PostgresServer, databaseUrl, runOnServer } from './postgres/server.ts'

/** A database for one test. */
export type TestDatabase = {
  db: Database
  /** The database's address, or null on SQLite. */
  url: string | null
  close: () => Promise<void>
}

/** The kind of database that the tests run on, set by the Vitest project. */
export const TEST_DIALECT: DialectName = inject('postgres') ? 'postgres' : 'sqlite'

/** Returns a database with the newest schema and no rows. */
export async function freshDatabase(): Promise<TestDatabase> {
  const server = inject('postgres')
  return server ? freshPostgres(server, server.template) : freshSqlite()
}

/** Returns a database without tables. */
export async function emptyDatabase(): Promise<TestDatabase> {
  const server = inject('postgres')
  if (server) return freshPostgres(server)
  const db = connectSqlite(':memory:')
  return { db, url: null, close: () => db.destroy() }
}

/** Returns the PostgreSQL server of this run. Fails where the tests run on SQLite. */
export function requirePostgresServer(): PostgresServer {
  const server = inject('postgres')
  if (!server) throw new Error('There is no PostgreSQL server: this test belongs to the project postgres.')
  return server
}

/** Creates a PostgreSQL database as a copy of another, or of `template1`, an empty one. */
export async function freshPostgres(
  server: PostgresServer,
  template = 'template1',
): Promise<TestDatabase & { url: string }> {
  const create = () => createDatabase(server, template)
  const drop = (name: string) => runOnServer(server, `drop database ${name} with (force)`)
  const isReused = template === server.template && server.binaries !== null
  const { name, pool, giveBack } = isReused
    ? await takeDatabase(server, create, drop)
    : await once(create, drop)
  const url = databaseUrl(server, name)
  const db = pool ? overPool(pool) : connectPostgres(url)
  return {
    db,
    url,
    close: async () => {
      await db.destroy()
      await giveBack()
    },
  }
}

async function createDatabase(server: PostgresServer, template: string): Promise<string> {
  const name = `tenfold_${randomUUID().replaceAll('-', '')}`
  await runOnServer(server, `create database ${name} template ${template} strategy file_copy`)
  return name
}

async function once(create: () => Promise<string>, drop: (name: string) => Promise<void>) {
  const name = await create()
  return { name, pool: null, giveBack: () => drop(name) }
}

async function freshSqlite(): Promise<TestDatabase> {
  template ??= migratedBytes()
  const folder = mkdtempSync(join(fastFolder(), 'tenfold-test-'))
  const file = join(folder, 'tenfold.db')
  writeFileSync(file, await template)
  // Opening the database as a server does would check and migrate it again.
  const db = connectSqlite(file)
  return {
    db,
    url: null,
    close: async () => {
      await db.destroy()
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

/** Migrates once per process, because migrating takes many times as long as copying. */
let template: Promise<Buffer> | null = null

async function migratedBytes(): Promise<Buffer> {
  const folder = mkdtempSync(join(fastFolder(), 'tenfold-template-'))
  const file = join(folder, 'tenfold.db')
  const db = await openSqlite(file)
  await db.destroy()
  const bytes = readFileSync(file)
  rmSync(folder, { recursive: true })
  return bytes
}
