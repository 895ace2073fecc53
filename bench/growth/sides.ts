import { rmSync } from 'node:fs'
import { mkdtemp } from 'node:fs/promises'
import { Agent } from 'node:http'
import { join } from 'node:path'

import SqliteDatabase from 'better-sqlite3'
import { sql } from 'kysely'

import type { DialectName } from '../../src/server/db/dialect.ts'
import { connectPostgres } from '../../src/server/db/postgres.ts'
import type { Database } from '../../src/server/db/schema.ts'
import { connectSqlite, overConnection } from '../../src/server/db/sqlite.ts'
import { databaseFile } from '../../src/server/start/data-folder.ts'
import { type Cluster, startCluster } from '../../tests/support/postgres/cluster.ts'
import { copyBinaries } from '../../tests/support/postgres/binaries.ts'
import { type TestServer, startTestServer } from '../../tests/support/server.ts'
import { findPostgres } from '../../scripts/postgres.mjs'

import { register } from '../server/places.ts'
import { fillGrown, settle } from './fill.ts'
import type { GrowthOptions } from './options.ts'

export const SECRET = 'the session secret of the benchmark, 32 or more'

/** Typical settings for a database of this size. */
export const POSTGRES_SETTINGS = ['shared_buffers=1GB', 'maintenance_work_mem=512MB', 'max_wal_size=4GB']

/** A server with the user whose requests are measured. */
export type Side = {
  name: 'few' | 'many'
  dialect: DialectName
  server: TestServer
  /** The server's folder, or null if the benchmark must not remove it. */
  dataDir: string | null
  cookie: string
  userId: string
  /** Used for the server's jobs and for counting rows. */
  db: Database
  agent: Agent
  /** The processes that serve this database, besides the server itself. */
  databasePids: () => Promise<number[]>
}

export type Sides = { few: Side; many: Side; discard(): Promise<void> }

type Others = { users: number; tasks: number }

/** Starts a server without other users, and one with them, on SQLite files. */
export async function openSqliteSides({ folder, users, tasks }: GrowthOptions): Promise<Sides> {
  const open = async (name: Side['name'], others: Others): Promise<Side> => {
    const dataDir = await mkdtemp(join(folder, `tenfold-growth-${name}-`))
    const server = await startTestServer({ SESSION_SECRET: SECRET, DATA_DIR: dataDir })
    const person = await register(server.url)
    await server.stop()
    await fillSqlite(databaseFile(dataDir), person.userId, others)
    await server.start()
    const db = connectSqlite(databaseFile(dataDir))
    return {
      name,
      dialect: 'sqlite',
      server,
      dataDir,
      db,
      agent: newAgent(),
      databasePids: noPids,
      ...person,
    }
  }
  const few = await open('few', { users: 0, tasks: 0 })
  const many = await open('many', { users, tasks: tasks.sqlite })
  const discard = async () => {
    for (const side of [few, many]) await close(side)
  }
  return { few, many, discard }
}

async function fillSqlite(file: string, userId: string, others: Others): Promise<void> {
  const connection = new SqliteDatabase(file)
  // The file needn't be durable, because a failed benchmark starts over.
  for (const setting of [
    'journal_mode = delete',
    'journal_mode = off',
    'synchronous = off',
    'foreign_keys = off',
    'cache_size = -1000000',
  ])
    connection.pragma(setting)
  await fillGrown(overConnection(connection), userId, others)
  connection.pragma('journal_mode = wal')
  connection.close()
}

/** Starts both servers, on two databases of one PostgreSQL server. */
export async function openPostgresSides(options: GrowthOptions): Promise<Sides | null> {
  const installed = findPostgres(join(import.meta.dirname, '../..'))
  if (installed === null) return null
  const binaries = await mkdtemp(join(options.folder, 'tenfold-bench-postgres-'))
  copyBinaries(installed, binaries)
  const cluster = await startCluster(binaries, {
    ownsBinaries: true,
    parent: options.folder,
    settings: [...POSTGRES_SETTINGS, 'autovacuum=off', 'checkpoint_timeout=30min'],
  })
  try {
    const few = await openPostgresSide(cluster, 'few', { users: 0, tasks: 0 })
    const many = await openPostgresSide(cluster, 'many', {
      users: options.users,
      tasks: options.tasks.postgres,
    })
    const admin = connectPostgres(cluster.url('postgres'))
    await sql`checkpoint`.execute(admin)
    await admin.destroy()
    const discard = async () => {
      for (const side of [few, many]) await close(side)
      await cluster.discard()
    }
    return { few, many, discard }
  } catch (error) {
    await cluster.discard()
    throw error
  }
}

async function openPostgresSide(cluster: Cluster, name: Side['name'], others: Others): Promise<Side> {
  const admin = connectPostgres(cluster.url('postgres'), { isPatient: true })
  await sql`create database ${sql.id(name)}`.execute(admin)
  await admin.destroy()
  const url = cluster.url(name)
  const server = await startTestServer({ SESSION_SECRET: SECRET, DATABASE_URL: url })
  const person = await register(server.url)
  await server.stop()
  // Skips foreign key checks, because every row is valid.
  const filling = connectPostgres(
    `${url}&options=${encodeURIComponent('-c session_replication_role=replica')}`,
    {
      isPatient: true,
    },
  )
  await fillGrown(filling, person.userId, others)
  await settle(filling, 'postgres')
  await filling.destroy()
  await server.start()
  const db = connectPostgres(url, { isPatient: true })
  const databasePids = async () => {
    const { rows } = await sql<{ pid: number }>`select pid from pg_stat_activity
      where datname = ${name} and application_name = 'tenfold' and pid <> pg_backend_pid()`.execute(db)
    return rows.map((row) => row.pid)
  }
  return { name, dialect: 'postgres', server, dataDir: null, db, agent: newAgent(), databasePids, ...person }
}

async function noPids(): Promise<number[]> {
  return []
}

function newAgent(): Agent {
  return new Agent({ keepAlive: true, maxSockets: 1 })
}

async function close(side: Side): Promise<void> {
  side.agent.destroy()
  await side.db.destroy()
  await side.server.discard()
  if (side.dataDir !== null) rmSync(side.dataDir, { recursive: true })
}
