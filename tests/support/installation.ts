import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { Readable } from 'node:stream'

import { sql } from 'kysely'

import { runCommand } from '#server/cli/run-command.ts'
import { hashPassword } from '#server/auth/password.ts'
import type { DialectName } from '#server/db/dialect.ts'
import { type StepName, migrate } from '#server/db/migrations.ts'
import { connectPostgres } from '#server/db/postgres.ts'
import type { Database } from '#server/db/schema.ts'
import { connectSqlite, createSqlite } from '#server/db/sqlite.ts'
import { WORDS_TABLE } from '#server/db/task-words.ts'

import { writeBuiltPages } from './built-pages.ts'
import { TEST_DIALECT, freshPostgres, requirePostgresServer } from './database.ts'
import { fastFolder } from './fast-folder.ts'
import { insertTaskRow, insertUserRow } from './rows.ts'
import { type ServerProcess, startServer } from './server-process.ts'

/** An installation for CLI commands: a data folder, and a database in it or on the PostgreSQL server of the tests. */
export type Installation = {
  path: string
  dataDir: string
  /** The settings that select it. */
  env: Record<string, string>
  /** Runs a function on its database, through a separate connection. */
  use: <T>(run: (db: Database) => Promise<T>) => Promise<T>
  /** Runs a command. */
  tenfold: (args: readonly string[], options?: CommandOptions) => Promise<Outcome>
  /** Starts a server on it in a separate process, and waits until it responds. */
  serve: (env?: Record<string, string>) => Promise<ServerProcess>
  /** Stops the installation's servers and removes its files and database. */
  remove: () => Promise<void>
}

export type CommandOptions = {
  /** The standard input. Empty by default. */
  input?: string
  env?: Record<string, string>
}

/** The exit code and the printed lines of a command. */
export type Outcome = { code: number; out: string[]; err: string[] }

type InstallationOptions = {
  dialect?: DialectName
  /** The last migration of its schema: the newest by default, null for no database at all. */
  step?: StepName | null
}

/** Creates an installation for one test, with a database without rows. */
export async function makeInstallation(options: InstallationOptions = {}): Promise<Installation> {
  const { dialect = TEST_DIALECT, step } = options
  const path = mkdtempSync(join(fastFolder(), 'tenfold-installation-'))
  const dataDir = join(path, 'data')
  const file = join(dataDir, 'tenfold.db')
  const fresh = dialect === 'postgres' ? await postgresFor(step) : null
  const env: Record<string, string> = {
    DATA_DIR: dataDir,
    // Only tests of backups need automatic backups.
    BACKUPS: 'off',
    ...(fresh && { DATABASE_URL: fresh.url }),
  }
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

/** Copies the newest schema, which is faster than migrating. */
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
export const DELETED_BLOB = '5c0d9d54-9f0e-4a55-a1d7-3f1c2b6a7e88'
export const SHARED_BLOB = '0a56f1d3-87cc-4f53-8a4e-2c91be70d6f5'

/** Texts that are easily corrupted in transit, and a long one. */
export const HARD_TEXTS = [
  'line\nbreak\r\n\ttab "quotes" \\ back\u2028and\u2029forth',
  '🧭 naïve Ünïcödé 日本語 \u202Eright to left',
  'x'.repeat(50_000),
]

const NOW = '2026-11-20T10:00:00.000Z'

/** Hashed once, because hashing takes longer than the rest of most tests. */
let adasHash: Promise<string> | null = null

/** Fills every table, and adds files: two users, shared bytes, deleted tasks. */
export async function fillInstallation({ dataDir, ...installation }: Installation): Promise<void> {
  await installation.use(async (db) => {
    await insertUserRow(db, 'ada')
    await insertUserRow(db, 'bob')
    adasHash ??= hashPassword(ADA_PASSWORD)
    const hash = await adasHash
    await db
      .insertInto('settings')
      .values({
        user_id: 'ada',
        hides_banner: true,
        hides_steps: true,
        done_steps: '["task"]',
        sample_tasks: '[1]',
        weekday_hours: '[8,8,8,8,6.5,0,0]',
        day_starts_at: '08:30',
        dismissed_slack: '[{"taskId":1,"until":"2026-11-27T10:00:00.000Z"}]',
        put_off_plans: '[{"taskId":1,"until":"2026-11-27"}]',
        moved_up_seen: '[{"taskId":1,"at":"2026-11-26T10:00:00.000Z"}]',
        away_panel_at: '2026-11-26T10:00:00.000Z',
        away: '{"since":"2026-11-14T17:02:00.000Z","until":"2026-11-19T10:47:00.000Z","askedOn":null}',
      })
      .execute()
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
    await db.insertInto('stream_users').values({ user_id: 'ada', server: 1 }).execute()
    const kept = { key: 'POST /api/tasks 1', fingerprint: 'f', entity: '[1]', version: 1 }
    await db
      .insertInto('idempotency_keys')
      .values({ user_id: 'ada', ...kept, created_at: NOW })
      .execute()
    await db
      .insertInto('undos')
      .values({ user_id: 'ada', token: 't', record: '{"tasks":[],"created":[]}', created_at: NOW })
      .execute()
    await db
      .insertInto('categories')
      .values({ user_id: 'bob', name: 'Garden', name_key: 'garden', created_at: NOW })
      .execute()
    await db
      .insertInto('deleted_categories')
      .values({
        category_id: 1000,
        user_id: 'ada',
        name: 'Pond',
        name_key: 'pond',
        created_at: NOW,
        deleted_at: NOW,
      })
      .execute()
    await db
      .insertInto('deleted_templates')
      .values({
        template_id: 1000,
        user_id: 'ada',
        name: 'Old',
        tasks: 0,
        template: '{}',
        deleted_at: NOW,
      })
      .execute()
    await fillTasks(db)
    await fillTemplates(db)
  })
  writeFile(dataDir, BLOB, 'hello')
  writeFile(dataDir, DELETED_BLOB, 'trash')
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
    .values({
      user_id: 'ada',
      series_id: first,
      occurrence: 1,
      task_id: next,
      due_series_day: null,
      start_series_day: null,
      end_series_day: null,
    })
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
  await db
    .insertInto('deleted_tasks')
    .values({
      task_id: next + 1000,
      user_id: 'ada',
      task: '{"version":1}',
      dependents: '[]',
      deleted_at: NOW,
    })
    .execute()
  await db
    .insertInto('deleted_attachments')
    .values({ ...file, id: 1000, task_id: next + 1000, name: 'c', blob: DELETED_BLOB, size: 5 })
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

/** Writes the bytes of a stored file. */
export function writeFile(dataDir: string, id: string, bytes: string | Uint8Array): void {
  mkdirSync(join(dataDir, 'files'), { recursive: true })
  writeFileSync(join(dataDir, 'files', id), bytes)
}

/** Returns every row of the database by table, each as a JSON string, with booleans as 1 and 0. */
export async function readRows(db: Database): Promise<Record<string, string[]>> {
  const rows: Record<string, string[]> = {}
  for (const { name } of await db.introspection.getTables()) {
    // The search index is rebuilt.
    if (name.startsWith(WORDS_TABLE)) continue
    const found = await sql<Record<string, unknown>>`select * from ${sql.table(name)}`.execute(db)
    rows[name] = found.rows.map(toText).toSorted()
  }
  return rows
}

/** Returns every row like `readRows`, but with versions of 0, because a restore changes them. */
export async function readUnversioned(db: Database): Promise<Record<string, string[]>> {
  const rows = await readRows(db)
  return JSON.parse(JSON.stringify(rows).replaceAll(/(version\W+)\d+/g, '$10')) as typeof rows
}

function toText(row: Record<string, unknown>): string {
  const columns = Object.entries(row).toSorted(([a], [b]) => (a < b ? -1 : 1))
  return JSON.stringify(
    columns.map(([name, value]) => [name, typeof value === 'boolean' ? Number(value) : value]),
  )
}
