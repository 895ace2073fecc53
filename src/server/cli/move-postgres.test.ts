import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'

import { afterEach, beforeEach, describe, expect, test } from 'vitest'

import type { Task } from '#domain/tasks/task.ts'
import { attachmentPath } from '#tests/support/attachments.ts'
import {
  ADA_PASSWORD,
  type Installation,
  fillInstallation,
  makeInstallation,
  readRows,
  readUnversioned,
} from '#tests/support/installation.ts'
import { insertTaskRow, insertUserRow } from '#tests/support/rows.ts'
import { call, freePort, register, stopServer } from '#tests/support/server-process.ts'

import { makeBackup } from '../backups/make-backup.ts'
import { readConfig } from '../config.ts'
import { isEmpty } from '../db/tables.ts'

const NOW = '2026-11-23T12:00:00.000Z'

let from: Installation
let to: Installation
let url: string
beforeEach(async () => {
  from = await makeInstallation({ dialect: 'sqlite' })
  to = await makeInstallation({ step: null })
  url = to.env['DATABASE_URL'] ?? ''
})
afterEach(async () => {
  await from.remove()
  await to.remove()
})

function sha256OfDatabase(): string {
  return createHash('sha256')
    .update(readFileSync(join(from.dataDir, 'tenfold.db')))
    .digest('hex')
}

describe('moving to PostgreSQL', () => {
  test('copies every row of every table, reports the counts, and leaves the file unchanged', async () => {
    await fillInstallation(from)
    const before = sha256OfDatabase()
    const { code, out, err } = await from.tenfold(['move', '--to', url])
    expect(err).toEqual([])
    expect(code).toBe(0)
    expect(out).toEqual([
      'Move complete: 2 accounts, 5 tasks. Every row was read back and compared.',
      'Set DATABASE_URL to the new address before you start Tenfold again. Keep DATA_DIR: the attachment files stay there.',
      `The old database is unchanged. Delete it once Tenfold works with PostgreSQL: ${from.dataDir}/tenfold.db`,
    ])
    expect(sha256OfDatabase()).toBe(before)
    const rows = await from.use(readRows)
    expect(Object.values(rows).filter(({ length }) => length === 0)).toEqual([])
    expect(await to.use(readRows)).toEqual(rows)
  })

  test('says that files in a bucket stay there', async () => {
    const env = {
      ATTACHMENTS_URL: 's3://files?endpoint=http://127.0.0.1:1',
      ATTACHMENTS_ACCESS_KEY_ID: 'a-key',
      ATTACHMENTS_SECRET_ACCESS_KEY: 'a-long-and-private-value',
    }
    const { out } = await from.tenfold(['move', '--to', url], { env })
    expect(out[1]).toMatch(/Tenfold again\. The attachment files stay in their bucket\.$/)
  })

  test('never reuses an id', async () => {
    await fillInstallation(from)
    await from.tenfold(['move', '--to', url])
    const next = await from.use((db) => insertTaskRow(db, 'ada'))
    expect(await to.use((db) => insertTaskRow(db, 'ada'))).toBe(next)
  })

  test('from an older version migrates the copy, not the original', async () => {
    const old = await makeInstallation({ dialect: 'sqlite', step: '0003-keys-of-any-call' })
    await old.use(async (db) => {
      await insertUserRow(db, 'ada')
      await insertTaskRow(db, 'ada')
    })
    expect((await old.tenfold(['move', '--to', url])).err).toEqual([])
    expect(await to.use((db) => db.selectFrom('attachments').selectAll().execute())).toEqual([])
    const tables = await old.use((db) => db.introspection.getTables())
    expect(tables.map((table) => table.name)).not.toContain('attachments')
    await old.remove()
  })

  test('keeps accounts, sessions and files, and the server continues with them', async () => {
    const before = await from.serve()
    const cookie = await register(before)
    const task = (await (await call(before, 'POST', '/api/tasks', { title: 'x' }, cookie)).json()) as Task
    const path = attachmentPath(task.id, 'a.txt')
    await fetch(before.url + path, { method: 'PUT', headers: { cookie }, body: 'hello' })
    await stopServer(before)
    expect((await from.tenfold(['move', '--to', url])).code).toBe(0)

    const after = await from.serve({ DATABASE_URL: url })
    expect(await (await call(after, 'GET', path, undefined, cookie)).text()).toBe('hello')
    const made = await call(after, 'POST', '/api/tasks', { title: 'y' }, cookie)
    expect(made.status).toBe(201)
    expect(((await made.json()) as Task).id).toBe(task.id + 1)
    const again = { email: 'ada@example.com', password: ADA_PASSWORD }
    expect((await call(after, 'POST', '/api/login', again)).status).toBe(200)
  })

  test('can be reversed with a backup and a restore', async () => {
    await fillInstallation(from)
    await from.tenfold(['move', '--to', url])
    const folder = join(to.path, 'backup')
    const onPostgres = { DATABASE_URL: url }
    expect((await from.tenfold(['backup', folder], { env: onPostgres })).err).toEqual([])
    const back = await makeInstallation({ dialect: 'sqlite', step: null })
    expect((await back.tenfold(['restore', folder])).err).toEqual([])
    const rows = await from.use(readUnversioned)
    expect(await back.use(readUnversioned)).toEqual({
      ...rows,
      sessions: [],
      failed_checks: [],
      changes: expect.any(Array),
      stream_users: [],
    })
    await back.remove()
  })
})

test('an automatic backup of SQLite can be restored into PostgreSQL', async () => {
  await fillInstallation(from)
  const request = {
    file: join(from.dataDir, 'tenfold.db'),
    now: NOW,
    isBeforeUpdate: false,
    pace: null,
    waitMs: 0,
  }
  const { folder } = await makeBackup(readConfig(from.env), request)
  expect((await to.tenfold(['restore', folder])).err).toEqual([])
  expect(await to.use(readUnversioned)).toEqual({
    ...(await from.use(readUnversioned)),
    sessions: [],
    failed_checks: [],
    changes: expect.any(Array),
    stream_users: [],
  })
})

/** Returns the error lines. Checks that the target database is unchanged. */
async function refusal(address = url, env: Record<string, string> = {}): Promise<string> {
  const { code, out, err } = await from.tenfold(['move', '--to', address], { env })
  expect([code, out]).toEqual([1, []])
  return err.join('\n')
}

describe('nothing is moved', () => {
  test('while a server is running', async () => {
    const server = await from.serve()
    expect(await refusal()).toBe(
      `Another Tenfold server (process ${server.child.pid}) is already using ${from.dataDir}. Stop it, or set DATA_DIR to another folder.`,
    )
    expect(await to.use(isEmpty)).toBe(true)
  })

  test('into a database that has tables', async () => {
    await to.use((db) => db.schema.createTable('notes').addColumn('text', 'text').execute())
    expect(await refusal()).toMatch(
      /^The database postgres:.* isn't empty, so nothing was written\. Create an empty database and use that one\.$/,
    )
    expect((await to.use((db) => db.introspection.getTables())).map((table) => table.name)).toEqual(['notes'])
  })

  test('when a row does not fit, and rows copied so far are removed', async () => {
    await fillInstallation(from)
    await from.use((db) => db.updateTable('template_tasks').set({ created_at: 'yesterday or so' }).execute())
    expect(await refusal()).toContain('invalid input syntax for type timestamp')
    expect(await to.use(isEmpty)).toBe(true)
  })

  test('when a copied row differs from the original', async () => {
    await fillInstallation(from)
    await from.use((db) => db.updateTable('categories').set({ created_at: '2026-11-20T10:00:00Z' }).execute())
    expect(await refusal()).toBe(
      'The command failed: the rows read back from the table categories differ from those written',
    )
    expect(await to.use(isEmpty)).toBe(true)
  })

  test('when Tenfold already uses PostgreSQL', async () => {
    expect(await refusal(url, { DATABASE_URL: url })).toBe(
      'DATABASE_URL is set, so Tenfold already uses PostgreSQL. Unset DATABASE_URL to move the SQLite database.',
    )
  })

  test.each(['mysql://u:secret@localhost/x', 'secret'])(
    'to %s, and the value is not printed',
    async (address) => {
      expect(await refusal(address)).toBe(
        '--to is not an address such as postgres://user:password@localhost:5432/tenfold.',
      )
    },
  )

  test('to an unreachable server', async () => {
    const address = `postgres://ada:secret@127.0.0.1:${await freePort()}/tenfold`
    expect(await refusal(address)).toMatch(/^Can't reach the database postgres:\/\/ada@127/)
  })

  test('without a database', async () => {
    const nothing = await makeInstallation({ dialect: 'sqlite', step: null })
    const { code, err } = await nothing.tenfold(['move', '--to', url])
    expect([code, err]).toEqual([1, [`There is no database in ${nothing.dataDir}. Correct DATA_DIR.`]])
    await nothing.remove()
  })
})
