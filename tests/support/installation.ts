import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { Readable } from 'node:stream'

import { sql } from 'kysely'

import { runCommand } from '#server/commands/run-command.ts'
import { hashPassword } from '#server/auth/password.ts'
import type { DialectName } from '#server/db/dialect.ts'
import { type StepName, migrate } from '#server/db/migrations.ts'
import { connectPostgres } from '#server/db/postgres.ts'
import type { Database } from '#server/db/schema.ts'
import { connectSqlite, createSqlite } from '#server/db/sqlite.ts'

import { writeBuiltPages } from './built-pages.ts'
import { TEST_DIALECT, freshPostgres, requirePostgresServer } from './database.ts'
import { fastFolder } from './fast-folder.ts'
import { insertTaskRow, insertUserRow } from './rows.ts'
import { type ServerProcess, startServer } from './server-process.ts'

/** What the commands work upon: a data folder, and a database in it or on the PostgreSQL server of the tests. */
export type Installation = {
  path: string
  dataDir: string
  /** The settings that name it. */
  env: Record<string, string>
  /** Runs something upon its database, through a connection of its own. */
  use: <T>(run: (db: Database) => Promise<T>) => Promise<T>
  /** Runs a command. */
  tenfold: (args: readonly string[], options?: CommandOptions) => Promise<Outcome>
  /** A server upon it, in a process of its own, that answers. */
  serve: (env?: Record<string, string>) => Promise<ServerProcess>
  /** Ends its servers and removes all of it. */
  remove: () => Promise<void>
}

export type CommandOptions = {
  /** What is piped in; nothing unless told. */
  input?: string
  env?: Record<string, string>
}

/** How a command ended, and what it printed, line by line. */
export type Outcome = { code: number; out: string[]; err: string[] }

type InstallationOptions = {
  dialect?: DialectName
  /** The step its schema has come to; the newest unless told, and null for no database at all. */
  step?: StepName | null
}

/** An installation of one test alone, with a database without rows. */
export async function makeInstallation(options: InstallationOptions = {}): Promise<Installation> {
  const { dialect = TEST_DIALECT, step } = options
  const path = mkdtempSync(join(fastFolder(), 'tenfold-installation-'))
  const dataDir = join(path, 'data')
  const file = join(dataDir, 'tenfold.db')
  const fresh = dialect === 'postgres' ? await postgresFor(step) : null
  const env: Record<string, string> = { DATA_DIR: dataDir, ...(fresh && { DATABASE_URL: fresh.url }) }
  const use: Installation['use'] = async (run) => {
    const db = fresh ? connectPostgres(fresh.url) : connectSqlite(file)
    try {
      return await run(db)
    } finally {
      await db.destroy()
    }
  }
  if (step !== null) {
    mkdirSync(dataDir)
    if (!fresh) await createSqlite(file, (db) => migrate(db, step))
    else if (step !== undefined) await migrate(fresh.db, step)
  }
  const servers: ServerProcess[] = []
  return {
    path,
    dataDir,
    env,
    use,
    serve: async (more) => {
      const pages = join(path, 'dist')
      writeBuiltPages(pages)
      const server = await startServer({ dataDir, pages, env: { ...env, ...more } })
      servers.push(server)
      if (!(await server.ready)) throw new Error(`the server did not start: ${server.err()}`)
      return server
    },
    tenfold: (args, options) => tenfold(args, { ...options, env: { ...env, ...options?.env } }),
    remove: async () => {
      for (const { child } of servers) child.kill('SIGKILL')
      await Promise.all(servers.map((server) => server.ended))
      await fresh?.close()
      rmSync(path, { recursive: true, force: true })
    },
  }
}

/** The newest schema is copied, which is quicker than to make it. */
function postgresFor(step: StepName | null | undefined) {
  const server = requirePostgresServer()
  return step === undefined ? freshPostgres(server, server.template) : freshPostgres(server)
}

/** Runs a command as `npm run tenfold` does, in this process. */
export async function tenfold(
  args: readonly string[],
  { input = '', env = {} }: CommandOptions,
): Promise<Outcome> {
  const out: string[] = []
  const err: string[] = []
  const code = await runCommand(args, env, {
    input: Readable.from(input === '' ? [] : [Buffer.from(input)]),
    print: (line) => out.push(line),
    printError: (line) => err.push(line),
  })
  return { code, out, err }
}

export const ADA_PASSWORD = 'a quiet green harbour'
export const BLOB = 'b4b6c2de-61ab-4d2c-9d0e-5b1f7a3c8e90'
export const SHARED_BLOB = '0a56f1d3-87cc-4f53-8a4e-2c91be70d6f5'

/** Texts that are easily broken on the way, and a long one. */
export const HARD_TEXTS = [
  'line\nbreak\r\n\ttab "quotes" \\ back\u2028and\u2029forth',
  '🧭 naïve Ünïcödé 日本語 \u202Eright to left',
  'x'.repeat(50_000),
]

const NOW = '2026-11-20T10:00:00.000Z'

/** Made once: hashing takes longer than the rest of most tests. */
let adasHash: Promise<string> | null = null

/** Rows in every table, and files: two people, shared bytes, deleted tasks. */
export async function fillInstallation({ dataDir, ...installation }: Installation): Promise<void> {
  await installation.use(async (db) => {
    await insertUserRow(db, 'ada')
    await insertUserRow(db, 'bob')
    adasHash ??= hashPassword(ADA_PASSWORD)
    const hash = await adasHash
    await db.insertInto('passwords').values({ user_id: 'ada', hash, updated_at: NOW }).execute()
    await db
      .insertInto('sessions')
      .values({ sid: 'sid', user_id: 'ada', sess: '{}', expire: '2999-01-01T00:00:00.000Z' })
      .execute()
    await db.insertInto('failed_checks').values({ key: 'key', failed_at: NOW }).execute()
    const identity = { issuer: 'https://id.example.com', subject: 'b', user_id: 'bob', created_at: NOW }
    await db.insertInto('oidc_identities').values(identity).execute()
    await db.insertInto('oidc_finished_flows').values({ state: 'state', expire: NOW }).execute()
    const change = { user_id: 'ada', number: 1, kind: 'category', entity: 'Garden', deleted: false }
    await db.insertInto('changes').values(change).execute()
    const answer = { user_id: 'ada', key: 'POST /api/tasks 1', answer: '{}', created_at: NOW }
    await db.insertInto('idempotency_keys').values(answer).execute()
    await db
      .insertInto('categories')
      .values({ user_id: 'bob', name: 'Garden', name_key: 'garden', created_at: NOW })
      .execute()
    await fillTasks(db)
    await fillTemplates(db)
  })
  writeFile(dataDir, BLOB, 'hello')
  writeFile(dataDir, SHARED_BLOB, Buffer.alloc(200_000, 7))
}

async function fillTasks(db: Database): Promise<void> {
  for (const title of HARD_TEXTS) await insertTaskRow(db, 'ada', { title: title.slice(0, 500), notes: title })
  const first = await insertTaskRow(db, 'ada', {
    completed: true,
    completed_at: NOW,
    is_recurring: true,
    recurrence_frequency: 'daily',
    attachments: '["a.txt"]',
    elapsed_time: 3600,
  })
  const next = await insertTaskRow(db, 'ada', { parent_task_id: first, attachments: '["b"]' })
  await db
    .insertInto('occurrences')
    .values({ user_id: 'ada', series_id: first, occurrence: 1, task_id: next, series_day: null })
    .execute()
  const file = { user_id: 'ada', type: 'text/plain', created_at: NOW }
  await db
    .insertInto('attachments')
    .values([
      { ...file, task_id: first, name: 'a.txt', blob: BLOB, size: 5 },
      { ...file, task_id: first, name: 'b', blob: SHARED_BLOB, size: 200_000 },
      { ...file, task_id: next, name: 'b', blob: SHARED_BLOB, size: 200_000 },
    ])
    .execute()
  const gone = await insertTaskRow(db, 'bob')
  await db.deleteFrom('tasks').where('id', '=', gone).execute()
}

async function fillTemplates(db: Database): Promise<void> {
  const template = { name: 'Move house', category: 'General', created_at: NOW, updated_at: NOW }
  const { id } = await db
    .insertInto('project_templates')
    .values({ ...template, is_public: true, created_by: 'ada' })
    .returning('id')
    .executeTakeFirstOrThrow()
  await db
    .insertInto('template_tasks')
    .values({
      template_id: id,
      title: 'Pack',
      priority: 3,
      category: 'Task',
      position: 0,
      dependencies: '[]',
      start_day: 2,
      created_at: NOW,
    })
    .execute()
}

/** Puts bytes among the stored files. */
export function writeFile(dataDir: string, id: string, bytes: string | Uint8Array): void {
  mkdirSync(join(dataDir, 'files'), { recursive: true })
  writeFileSync(join(dataDir, 'files', id), bytes)
}

/** Every row of the database by table, each as a JSON text, with true and false as 1 and 0. */
export async function readRows(db: Database): Promise<Record<string, string[]>> {
  const rows: Record<string, string[]> = {}
  for (const { name } of await db.introspection.getTables()) {
    const found = await sql<Record<string, unknown>>`select * from ${sql.table(name)}`.execute(db)
    rows[name] = found.rows.map(toText).toSorted()
  }
  return rows
}

function toText(row: Record<string, unknown>): string {
  const columns = Object.entries(row).toSorted(([a], [b]) => (a < b ? -1 : 1))
  return JSON.stringify(
    columns.map(([name, value]) => [name, typeof value === 'boolean' ? Number(value) : value]),
  )
}
