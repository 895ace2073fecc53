import { randomUUID } from 'node:crypto'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

import { Kysely, PostgresDialect } from 'kysely'
import { inject } from 'vitest'

import type { DialectName } from '#server/db/dialect.ts'
import { connectPostgres } from '#server/db/postgres.ts'
import type { Database, Schema } from '#server/db/schema.ts'
import { connectSqlite, openSqlite } from '#server/db/sqlite.ts'

import { fastFolder } from './fast-folder.ts'
import { takeDatabase } from './postgres/reused-databases.ts'
import { type PostgresServer, databaseUrl, runOnServer } from './postgres/server.ts'

/** A database of one test alone. */
export type TestDatabase = {
  db: Database
  /** Its address; null on SQLite. */
  url: string | null
  close: () => Promise<void>
}

/** The database that the tests run on: the project of Vitest says which. */
export const TEST_DIALECT: DialectName = inject('postgres') ? 'postgres' : 'sqlite'

/** A database with the newest schema and no rows. */
export async function freshDatabase(): Promise<TestDatabase> {
  const server = inject('postgres')
  return server ? freshPostgres(server, server.template) : freshSqlite()
}

/** A database without a table. */
export async function emptyDatabase(): Promise<TestDatabase> {
  const server = inject('postgres')
  if (server) return freshPostgres(server)
  const db = connectSqlite(':memory:')
  return { db, url: null, close: () => db.destroy() }
}

/** The PostgreSQL server of this run; fails where the tests run on SQLite. */
export function requirePostgresServer(): PostgresServer {
  const server = inject('postgres')
  if (!server) throw new Error('There is no PostgreSQL server: this test belongs to the project postgres.')
  return server
}

/** A PostgreSQL database that is a copy of another: of `template1`, an empty one. */
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
  const db = pool ? new Kysely<Schema>({ dialect: new PostgresDialect({ pool }) }) : connectPostgres(url)
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
  // Opening it as a server does, it would be looked through, and migrated, once more.
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

/** Migrating takes many times as long as copying, so each process does it once. */
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
