import {
  existsSync,
  mkdirSync,
  readFileSync,
  readdirSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'

import SqliteDatabase from 'better-sqlite3'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'

import { attachmentPath } from '#tests/support/attachments.ts'
import { tenfold } from '#tests/support/installation.ts'
import {
  type ServerFolder,
  type ServerProcess,
  call,
  makeServerFolder,
  register,
  stopServer,
} from '#tests/support/server-process.ts'
import { fillDisk, mountSmallDisk, unmount } from '#tests/support/small-disk.ts'

import { markCleanShutdown } from '../db/clean-shutdown.ts'
import { type StepName, migrate } from '../db/migrations.ts'
import { createSqlite } from '../db/sqlite.ts'

const ON = { BACKUPS: 'on', LOG_LEVEL: 'info' }
const BEFORE: StepName = '0014-settings'

let folder: ServerFolder
let backups: string
beforeEach(() => {
  folder = makeServerFolder()
  backups = join(folder.dataDir, 'backups')
})
afterEach(async () => {
  for (const path of [backups, folder.dataDir]) unmount(path)
  await folder.remove()
})

const run = (env: Record<string, string> = {}) => folder.run({ env: { ...ON, ...env } })
const names = () =>
  existsSync(backups) ? readdirSync(backups).filter((name) => name.startsWith('tenfold-')) : []
const said = (server: ServerProcess, text: string) => vi.waitUntil(() => server.out().includes(text), 30_000)
const restoreTo = (dataDir: string, name: string) =>
  tenfold(['restore', join(backups, name)], { env: { DATA_DIR: dataDir } })

/** Creates a database before the last migration, with the given number of bytes of text. */
async function makeOldDatabase(bytes = 0): Promise<void> {
  mkdirSync(folder.dataDir, { recursive: true })
  await createSqlite(folder.database, async (db) => {
    await migrate(db, BEFORE)
    const now = '2026-11-20T10:00:00.000Z'
    const user = { id: 'ada', email: 'ada@example.com', email_key: 'ada@example.com', created_at: now }
    await db
      .insertInto('users')
      .values({ ...user, updated_at: now })
      .execute()
  })
  if (bytes > 0) grow(bytes)
}

/** Makes the database larger by a number of bytes. */
function grow(bytes: number): void {
  const database = new SqliteDatabase(folder.database)
  database.exec('create table ballast (bytes blob)')
  const insert = database.prepare('insert into ballast values (randomblob(1000000))')
  for (let written = 0; written < bytes; written += 1_000_000) insert.run()
  database.close()
}

/** Ends a server during its backup, and starts over with another server if that backup was already complete. */
async function interruptBackup(end: (server: ServerProcess) => Promise<unknown>): Promise<void> {
  for (;;) {
    const server = await run()
    await vi.waitUntil(() => names().length > 0, { interval: 1, timeout: 30_000 })
    await end(server)
    if (!names().some((name) => name.endsWith('Z'))) return
    rmSync(backups, { recursive: true })
  }
}

const stepsOf = (file: string) => {
  const database = new SqliteDatabase(file, { readonly: true })
  const steps = database.prepare('select name from kysely_migration order by name').pluck().all()
  database.close()
  return steps
}

describe('a server with automatic backups', () => {
  test('makes one backup a day, from which a deleted task and its file can be restored', async () => {
    const first = await run()
    await said(first, 'backup complete')
    await stopServer(first)
    // Dates the backup to an earlier day.
    renameSync(join(backups, names()[0] ?? ''), join(backups, 'tenfold-2020-01-01T120000Z'))

    const seed = await run({ BACKUPS: 'off' })
    const cookie = await register(seed)
    const { id } = (await (await call(seed, 'POST', '/api/tasks', { title: 'x' }, cookie)).json()) as {
      id: number
    }
    const path = attachmentPath(id, 'a.txt')
    await fetch(seed.url + path, { method: 'PUT', headers: { cookie }, body: 'hello' })
    await stopServer(seed)

    const second = await run()
    await said(second, 'backup complete')
    expect(names()).toHaveLength(2)
    const [, newest = ''] = names().toSorted()
    await call(second, 'DELETE', path, undefined, cookie)
    await call(second, 'DELETE', `/api/tasks/${id}`, undefined, cookie)
    expect(await stopServer(second)).toBe(0)

    mkdirSync(join(backups, 'tenfold-2026-11-20T000000Z.unfinished', 'files'), { recursive: true })
    const third = await run()
    await stopServer(third)
    expect(names()).toHaveLength(2)
    expect(third.out()).not.toContain('backup')

    const elsewhere = join(folder.path, 'elsewhere')
    expect((await restoreTo(elsewhere, newest)).err).toEqual([])
    const restored = await folder.run({ dataDir: elsewhere })
    const account = { email: 'ada@example.com', password: 'a quiet green harbour' }
    const signedIn = await call(restored, 'POST', '/api/login', account)
    const session = signedIn.headers.getSetCookie()[0]?.split(';')[0] ?? ''
    expect(await (await call(restored, 'GET', path, undefined, session)).text()).toBe('hello')
  })

  test('leaves no backup when it is killed during one, and the next backup starts clean', async () => {
    await stopServer(await folder.run())
    grow(60_000_000)
    await interruptBackup(async (server) => {
      server.child.kill('SIGKILL')
      await server.ended
    })
    const next = await run()
    await said(next, 'backup complete')
    await stopServer(next)
    expect(names()).toEqual([expect.stringMatching(/Z$/)])
    expect((await restoreTo(join(folder.path, 'elsewhere'), names()[0] ?? '')).err).toEqual([])
  })

  test('stops cleanly and immediately during a backup', async () => {
    await stopServer(await folder.run())
    grow(60_000_000)
    await interruptBackup(async (server) => expect(await stopServer(server)).toBe(0))
    const next = await run()
    await said(next, 'backup complete')
    expect(names()).toEqual([expect.stringMatching(/Z$/)])
    await stopServer(next)
  })

  test('logs one error if the database is damaged, keeps the earlier backup, and keeps running', async () => {
    const first = await run()
    await said(first, 'backup complete')
    await register(first)
    await stopServer(first)
    renameSync(join(backups, names()[0] ?? ''), join(backups, 'tenfold-2020-01-01T120000Z'))
    const database = new SqliteDatabase(folder.database)
    database.exec('pragma journal_mode = wal')
    const index = "select rootpage from sqlite_schema where name like 'sqlite_autoindex_users%'"
    const page = Number(database.prepare(index).pluck().get())
    database.close()
    const bytes = readFileSync(folder.database)
    bytes.fill(0x41, page * 4096 - 20, page * 4096)
    writeFileSync(folder.database, bytes)
    markCleanShutdown(folder.database)
    const server = await run()
    await said(server, 'backup failed: The copy failed verification and was deleted')
    expect(names()).toEqual(['tenfold-2020-01-01T120000Z'])
    expect((await call(server, 'GET', '/readyz')).status).toBe(200)
    expect(server.out().match(/backup failed/g)).toHaveLength(1)
    await stopServer(server)
  })

  test('logs one error on a full disk, and keeps running', async (context) => {
    mkdirSync(folder.dataDir)
    mkdirSync(backups)
    if (!mountSmallDisk(backups, 32)) context.skip('a disk can be mounted by root alone, on Linux')
    const first = await run()
    await said(first, 'backup complete')
    const cookie = await register(first)
    await stopServer(first)
    renameSync(join(backups, names()[0] ?? ''), join(backups, 'tenfold-2020-01-01T120000Z'))
    fillDisk(backups)
    const server = await run()
    await said(server, `backup failed: The disk that holds ${backups} is too full for a backup: it has `)
    expect((await call(server, 'POST', '/api/tasks', { title: 'x' }, cookie)).status).toBe(201)
    expect(names()).toEqual(['tenfold-2020-01-01T120000Z'])
    await stopServer(server)
  })
})

describe('before a migration a server', () => {
  test('backs up the database, and the backup can be restored', async () => {
    await makeOldDatabase()
    const old = stepsOf(folder.database)
    writeFileSync(join(folder.dataDir, 'session-secret'), 'short')
    const server = await folder.start({ env: ON })
    expect(await server.ended).toBe(1)
    expect(server.out()).toMatch(
      /^Backed up the database \(.+ KB\) to .*-before-update before updating it\.\n$/,
    )
    const [name = ''] = names()
    expect(stepsOf(join(backups, name, 'tenfold.db'))).toEqual(old)
    expect(stepsOf(folder.database).length).toBeGreaterThan(old.length)

    const elsewhere = join(folder.path, 'elsewhere')
    expect((await restoreTo(elsewhere, name)).err).toEqual([])
    await stopServer(await folder.run({ dataDir: elsewhere }))
    expect(stepsOf(join(elsewhere, 'tenfold.db'))).toEqual(stepsOf(folder.database))
  })

  test('does not start without a backup, says what to do, and changes nothing', async () => {
    await makeOldDatabase()
    const before = readFileSync(folder.database)
    writeFileSync(backups, 'not a folder')
    const server = await folder.start({ env: ON })
    expect(await server.ended).toBe(1)
    expect(server.err()).toMatch(
      /^The database needs an update, but backing it up first failed: .+\.\nNothing was changed\. Free some space, set BACKUP_FOLDER to another disk, or set BACKUPS=off to update without a backup\.\n$/,
    )
    expect(readFileSync(folder.database).equals(before)).toBe(true)
    const without = await folder.run()
    expect(await stopServer(without)).toBe(0)
  })

  test('does not start if the disk is too full for the backup, and changes nothing', async (context) => {
    mkdirSync(folder.dataDir)
    if (!mountSmallDisk(folder.dataDir, 40)) context.skip('a disk can be mounted by root alone, on Linux')
    await makeOldDatabase(20_000_000)
    const before = statSync(folder.database)
    const server = await folder.start({ env: ON })
    expect(await server.ended).toBe(1)
    expect(server.err()).toContain('is too full for a backup: it has ')
    expect(statSync(folder.database).mtimeMs).toBe(before.mtimeMs)
    expect(names()).toEqual([])
  })

  test('backs up the database, and so does a command', async () => {
    await makeOldDatabase()
    const env = { DATA_DIR: folder.dataDir }
    const { code, err } = await tenfold(['user', 'add', 'bob@example.com'], {
      env,
      input: 'a loud red mountain\n',
    })
    expect([code, err]).toEqual([0, []])
    expect(names()).toEqual([expect.stringMatching(/-before-update$/)])
  })
})
