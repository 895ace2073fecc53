import { once } from 'node:events'
import { mkdirSync, readFileSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'

import SqliteDatabase from 'better-sqlite3'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'

import {
  type ServerFolder,
  type ServerOptions,
  type ServerProcess,
  call,
  freePort,
  makeServerFolder,
  register,
  stopServer,
} from '#tests/support/server-process.ts'

import { wasShutDownCleanly, markCleanShutdown } from '../db/clean-shutdown.ts'
import { migrate } from '../db/migrations.ts'
import { createSqlite, openSqlite } from '../db/sqlite.ts'
import { APPLICATION_ID } from '../db/sqlite-file.ts'

const COUNT_CHECKS = pathToFileURL(join(import.meta.dirname, '../../../tests/support/count-checks.ts')).href

const SECRET = 'kV3nQ8sZ1xT6bL0pR5yH2mW9cJ4gF7dA'

let folder: ServerFolder
beforeEach(() => {
  folder = makeServerFolder()
})
afterEach(() => folder.remove())

/** Returns the lines of the start error. */
async function refusalOf(options: Partial<ServerOptions> = {}): Promise<string[]> {
  const server = await folder.start(options)
  expect(await server.ended).toBe(1)
  expect(server.out()).toBe('')
  return server.err().trimEnd().split('\n')
}

async function makeDatabase(): Promise<void> {
  mkdirSync(folder.dataDir)
  await (await openSqlite(folder.database)).destroy()
}

function damage(): void {
  const bytes = readFileSync(folder.database)
  bytes.fill(0xaa, 5 * 4096, 6 * 4096)
  writeFileSync(folder.database, bytes)
}

function kill({ child, ended }: ServerProcess): Promise<number | null> {
  child.kill('SIGKILL')
  return ended
}

describe('a server', () => {
  test('prints its address at every log level, and keeps its files private to its owner', async () => {
    const server = await folder.run()
    expect(server.out()).toBe(`Tenfold is ready at ${server.url}\n`)
    expect((await call(server, 'GET', '/readyz')).status).toBe(200)
    expect(await (await call(server, 'GET', '/')).text()).toContain('<title>Tenfold</title>')
    const pid = Number(readFileSync(join(folder.dataDir, 'server.pid'), 'utf8'))
    expect(pid).toBe(server.child.pid)
    expect(await stopServer(server)).toBe(0)
    expect(server.err()).toBe('')
    expect(readdirSync(folder.dataDir).toSorted()).toEqual([
      'reserve',
      'server.lock',
      'session-secret',
      'tenfold.db',
      'tenfold.db.left',
    ])
    for (const name of readdirSync(folder.dataDir))
      expect(statSync(join(folder.dataDir, name)).mode & 0o077).toBe(0)
  })

  test('also prints the public address', async () => {
    const server = await folder.run({ env: { BASE_URL: 'https://tasks.example.com' } })
    expect(server.out()).toBe(
      `Tenfold is ready at ${server.url} (from elsewhere: https://tasks.example.com)\n`,
    )
  })

  test('keeps users signed in after a restart', async () => {
    const first = await folder.run()
    const cookie = await register(first)
    await stopServer(first)
    const second = await folder.run()
    const response = await call(second, 'GET', '/api/auth/user', undefined, cookie)
    expect(await response.json()).toMatchObject({ email: 'ada@example.com' })
  })

  test('checks the database again only if it has changed since the last clean shutdown', async () => {
    const first = await folder.run()
    expect(wasShutDownCleanly(folder.database)).toBe(false)
    await stopServer(first)
    expect(wasShutDownCleanly(folder.database)).toBe(true)
    damage()
    markCleanShutdown(folder.database)
    await stopServer(await folder.run())
  })

  test('runs quick_check exactly once after an unclean stop, and not at all after a clean one', async () => {
    const checks = join(folder.path, 'checks')
    const env = { NODE_OPTIONS: `--import=${COUNT_CHECKS}`, CHECKS_FILE: checks }
    const runsOf = async (end: (server: ServerProcess) => Promise<unknown>) => {
      writeFileSync(checks, '')
      await end(await folder.run({ env }))
      return readFileSync(checks, 'utf8').split('\n').filter(Boolean)
    }
    // A new database needs no check.
    expect(await runsOf(kill)).toEqual([])
    expect(await runsOf(kill)).toEqual(['quick_check(1)'])
    expect(await runsOf(stopServer)).toEqual(['quick_check(1)'])
    expect(await runsOf(stopServer)).toEqual([])
    // A start that migrates reads the file before and after opening it.
    rmSync(folder.dataDir, { recursive: true })
    mkdirSync(folder.dataDir)
    await createSqlite(folder.database, (db) => migrate(db, '0021-away'))
    expect(await runsOf(stopServer)).toEqual(['quick_check(1)'])
  })

  test('still counts as cleanly shut down after a failed start', async () => {
    await stopServer(await folder.run())
    writeFileSync(join(folder.dataDir, 'session-secret'), 'short')
    expect((await refusalOf())[0]).toContain('is damaged')
    expect(wasShutDownCleanly(folder.database)).toBe(true)
  })

  test('creates no secret if one is configured', async () => {
    const server = await folder.run({ env: { SESSION_SECRET: SECRET } })
    await stopServer(server)
    expect(readdirSync(folder.dataDir)).not.toContain('session-secret')
  })
})

describe('a server that cannot start gives the reason in one line and changes nothing', () => {
  test('several mistakes in the settings, with a line for each', async () => {
    const before = folder.snapshot()
    expect(await refusalOf({ env: { SIGNUPS: 'maybe', LOG_LEVEL: 'loud' } })).toEqual([
      'SIGNUPS: "maybe" is not valid. Use open or closed.',
      'LOG_LEVEL: "loud" is not a log level. Use one of trace, debug, info, warn, error, fatal, silent.',
    ])
    expect(folder.snapshot()).toEqual(before)
  })

  test('the port is taken', async () => {
    const other = createServer().listen(await freePort(), '127.0.0.1')
    await once(other, 'listening')
    const { port } = other.address() as { port: number }
    const before = folder.snapshot()
    expect(await refusalOf({ port })).toEqual([
      `Port ${port} on 127.0.0.1 is already in use. Stop the other program, or set PORT to another number.`,
    ])
    expect(folder.snapshot()).toEqual(before)
    other.close()
  })

  test('the address is not on this machine', async () => {
    expect(await refusalOf({ env: { HOST: '192.0.2.1' } })).toEqual([
      'HOST: 192.0.2.1 is not an address of this machine. Use 127.0.0.1 or 0.0.0.0.',
    ])
  })

  test('the pages are not built', async () => {
    expect(await refusalOf({ pages: join(folder.path, 'nothing') })).toEqual([
      'The web pages are not built. Run npm start, or npm run build.',
    ])
    expect(readdirSync(folder.path)).toEqual(['dist'])
  })

  test('the folder is a file', async () => {
    writeFileSync(folder.dataDir, 'mine')
    const before = folder.snapshot()
    expect(await refusalOf()).toEqual([
      `DATA_DIR: ${folder.dataDir} is a file or is inside one. Set DATA_DIR to a folder.`,
    ])
    expect(folder.snapshot()).toEqual(before)
  })

  test('the database file is not a database', async () => {
    mkdirSync(folder.dataDir)
    writeFileSync(folder.database, 'Dear diary, '.repeat(1000))
    const before = folder.snapshot()
    expect(await refusalOf()).toEqual([
      `${folder.database} is not a database. Move it away, restore it from a backup, or set DATA_DIR to another folder.`,
    ])
    expect(folder.snapshot()).toEqual(before)
  })

  test('the database belongs to another program', async () => {
    mkdirSync(folder.dataDir)
    const other = new SqliteDatabase(folder.database)
    other.exec('create table notes (text)')
    other.close()
    const before = folder.snapshot()
    expect(await refusalOf()).toEqual([
      `${folder.database} belongs to another program. Move it away, or set DATA_DIR to another folder.`,
    ])
    expect(folder.snapshot()).toEqual(before)
  })

  test('the database is from a newer version', async () => {
    await makeDatabase()
    const newer = new SqliteDatabase(folder.database)
    newer.exec("insert into kysely_migration (name, timestamp) values ('9999-future', '2030-01-01')")
    newer.close()
    const before = folder.snapshot()
    expect(await refusalOf()).toEqual([
      `The database ${folder.database} was written by a newer version of Tenfold. Update Tenfold, or set DATA_DIR to another folder.`,
    ])
    expect(folder.snapshot()).toEqual(before)
  })

  test('the database is damaged', async () => {
    await makeDatabase()
    damage()
    const before = folder.snapshot()
    const lines = await refusalOf()
    expect(lines).toHaveLength(1)
    expect(lines[0]).toMatch(/^Can't read the database .* \(.+\)\. Restore it from a backup/)
    expect(folder.snapshot()).toEqual(before)
  })

  test('the database is damaged, even after a clean shutdown', async () => {
    await stopServer(await folder.run())
    damage()
    const before = folder.snapshot()
    expect((await refusalOf())[0]).toMatch(/^Can't read the database /)
    expect(folder.snapshot()).toEqual(before)
  })

  test('another server is using the folder, before the whole database is read', async () => {
    await makeDatabase()
    const first = await folder.run()
    damage()
    expect((await refusalOf())[0]).toContain(`Another Tenfold server (process ${first.child.pid})`)
  })

  test('the attachment store is unreachable, before the whole database is read', async () => {
    await makeDatabase()
    damage()
    const endpoint = `http://127.0.0.1:${await freePort()}`
    const env = {
      ATTACHMENTS_URL: `s3://files/?endpoint=${endpoint}&region=x`,
      ATTACHMENTS_ACCESS_KEY_ID: 'key',
      ATTACHMENTS_SECRET_ACCESS_KEY: SECRET,
    }
    expect((await refusalOf({ env }))[0]).toContain("can't be reached")
  })

  test('another server is using the folder', async () => {
    const first = await folder.run()
    const cookie = await register(first)
    const second = await folder.start()
    expect(await second.ended).toBe(1)
    expect(second.err()).toBe(
      `Another Tenfold server (process ${first.child.pid}) is already using ${folder.dataDir}. Stop it, or set DATA_DIR to another folder.\n`,
    )
    expect((await call(first, 'POST', '/api/tasks', { title: 'x' }, cookie)).status).toBe(201)
    expect(await stopServer(first)).toBe(0)
  })

  test('an unexpected error, with its stack at the debug log level', async () => {
    mkdirSync(folder.dataDir)
    const odd = new SqliteDatabase(folder.database)
    odd.pragma(`application_id = ${APPLICATION_ID}`)
    odd.exec('create table users (in_the_way text)')
    odd.close()
    const line = 'Tenfold couldn’t start: table "users" already exists'
    expect(await refusalOf()).toEqual([line])
    const lines = await refusalOf({ env: { LOG_LEVEL: 'debug' } })
    expect(lines[0]).toBe(line)
    expect(lines.join('\n')).toContain('    at ')
  })
})
