import { readdirSync } from 'node:fs'
import { join } from 'node:path'

import { sql } from 'kysely'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'

import type { Task } from '#domain/tasks/task.ts'
import { attachmentPath } from '#tests/support/attachments.ts'
import { TEST_DIALECT } from '#tests/support/database.ts'
import {
  ADA_PASSWORD,
  BLOB,
  DELETED_BLOB,
  type Installation,
  type Outcome,
  SHARED_BLOB,
  fillInstallation,
  makeInstallation,
} from '#tests/support/installation.ts'
import { insertTaskRow } from '#tests/support/rows.ts'
import { type ServerProcess, call, register, stopServer } from '#tests/support/server-process.ts'

import { openDataFolder } from '../start/data-folder.ts'

const PASSWORD = 'a loud red mountain'

let here: Installation
beforeEach(async () => {
  here = await makeInstallation()
})
afterEach(() => here.remove())

async function signIn(server: ServerProcess, email: string, password: string): Promise<number> {
  return (await call(server, 'POST', '/api/login', { email, password })).status
}

function refused({ code, out, err }: Outcome): string[] {
  expect([code, out]).toEqual([1, []])
  return err
}

async function countAccounts(): Promise<number> {
  return (await here.use((db) => db.selectFrom('users').select('id').execute())).length
}

describe('user add', () => {
  test('creates an account with the piped password, regardless of SIGNUPS', async () => {
    const env = { SIGNUPS: 'closed' }
    const added = await here.tenfold(['user', 'add', ' Ada@Example.com '], { input: `${PASSWORD}\n`, env })
    expect(added).toEqual({ code: 0, out: ['Created the account Ada@Example.com.'], err: [] })
    const server = await here.serve(env)
    expect(await signIn(server, 'ada@example.com', PASSWORD)).toBe(200)
  })

  test('ignores the byte order mark of a piped file', async () => {
    const input = `\uFEFF${PASSWORD}\r\n`
    expect((await here.tenfold(['user', 'add', 'ada@example.com'], { input })).code).toBe(0)
    expect(await signIn(await here.serve(), 'ada@example.com', PASSWORD)).toBe(200)
  })

  test('generates a different password each time if none is piped in', async () => {
    const passwords = new Set<string>()
    for (const email of ['a@example.com', 'b@example.com']) {
      const { code, out } = await here.tenfold(['user', 'add', email])
      expect(code).toBe(0)
      const [, password = ''] = /^Password: ((?:[a-z\d]{5}-){3}[a-z\d]{5})$/.exec(out[1] ?? '') ?? []
      passwords.add(password)
    }
    expect(passwords.size).toBe(2)
    const [first = ''] = passwords
    expect(await signIn(await here.serve(), 'a@example.com', first)).toBe(200)
  })

  test('creates the database before the first start', async () => {
    const fresh = await makeInstallation({ step: null })
    expect((await fresh.tenfold(['user', 'add', 'ada@example.com'])).code).toBe(0)
    expect((await fresh.tenfold(['user', 'list'])).out).toHaveLength(1)
    expect(await stopServer(await fresh.serve())).toBe(0)
    await fresh.remove()
  })

  test('rejects an email that already has an account, regardless of case', async () => {
    await here.tenfold(['user', 'add', 'ada@example.com'])
    const again = await here.tenfold(['user', 'add', 'ADA@example.com'], { input: PASSWORD })
    expect(refused(again)).toEqual([
      'ADA@example.com already has an account. Use user reset-password, or another email.',
    ])
    expect(await countAccounts()).toBe(1)
  })

  test.each([
    ['no e-mail', PASSWORD, 'Enter an email address, such as you@example.com.'],
    ['ada@example.com', 'short', 'Use 8–128 characters.'],
    ['ada@example.com', 'password1', 'This password is too common. Choose a different one.'],
    ['ada@example.com', 'x'.repeat(5000), 'Use 8–128 characters.'],
  ])('rejects %j with the password %j', async (email, password, words) => {
    expect(refused(await here.tenfold(['user', 'add', email], { input: password }))).toEqual([words])
    expect(await countAccounts()).toBe(0)
  })

  test('works while a server runs, and the new user can sign in immediately', async () => {
    const server = await here.serve()
    expect((await here.tenfold(['user', 'add', 'ada@example.com'], { input: PASSWORD })).code).toBe(0)
    expect(await signIn(server, 'ada@example.com', PASSWORD)).toBe(200)
  })
})

test('user add and user reset-password store a password with accents in its composed form', async () => {
  const server = await here.serve()
  for (const [index, command] of ['add', 'reset-password'].entries()) {
    const input = `se\u0301curite\u0301 ${index}`
    expect((await here.tenfold(['user', command, 'ada@example.com'], { input })).code).toBe(0)
    expect(await signIn(server, 'ada@example.com', input.normalize('NFC'))).toBe(200)
  }
})

describe('user list', () => {
  test('lists every account with its data and how its owner signs in', async () => {
    await fillInstallation(here)
    expect((await here.tenfold(['user', 'list'])).out).toEqual([
      'ada@example.com  2026-11-20  password  5 tasks and 3 files  ada',
      'bob@example.com  2026-11-20  provider  0 tasks and 0 files  bob',
    ])
  })

  test('can list 130,000 accounts', async () => {
    const fill = sql`with recursive numbers (n) as (select 1 union all select n + 1 from numbers where n < 130000)
      insert into users (id, email, email_key, created_at, updated_at)
      select cast(n as text), n || '@example.com', n || '@example.com', '2026-11-20', '2026-11-20' from numbers`
    await here.use((db) => fill.execute(db))
    expect((await here.tenfold(['user', 'list'])).out).toHaveLength(130_000)
  })

  test('reports that there are no accounts', async () => {
    expect((await here.tenfold(['user', 'list'])).out).toEqual([
      'There are no accounts yet. Create one with: npm run tenfold -- user add <email>',
    ])
  })
})

describe('user reset-password', () => {
  test('sets a new password and ends every session while a server runs', async () => {
    const server = await here.serve()
    const cookie = await register(server)
    const reset = await here.tenfold(['user', 'reset-password', 'ADA@example.com'], { input: PASSWORD })
    expect(reset.out).toEqual([
      'Changed the password for ada@example.com and ended all sessions of that account.',
    ])
    expect((await call(server, 'GET', '/api/tasks', undefined, cookie)).status).toBe(401)
    expect(await signIn(server, 'ada@example.com', ADA_PASSWORD)).toBe(401)
    expect(await signIn(server, 'ada@example.com', PASSWORD)).toBe(200)
  })

  test('generates a password if none is piped in', async () => {
    await fillInstallation(here)
    const { out } = await here.tenfold(['user', 'reset-password', 'ada@example.com'])
    const password = /^Password: (.+)$/.exec(out[1] ?? '')?.[1] ?? ''
    expect(await signIn(await here.serve(), 'ada@example.com', password)).toBe(200)
  })

  test('rejects unknown accounts and accounts from a provider', async () => {
    await fillInstallation(here)
    expect(refused(await here.tenfold(['user', 'reset-password', 'eve@example.com']))).toEqual([
      'There is no account eve@example.com. To list all accounts: npm run tenfold -- user list',
    ])
    expect(refused(await here.tenfold(['user', 'reset-password', 'bob@example.com']))).toEqual([
      'bob@example.com has no password: this account signs in through the provider. Reset the password there.',
    ])
  })

  test('rejects a weak password and keeps the old one', async () => {
    await fillInstallation(here)
    const reset = await here.tenfold(['user', 'reset-password', 'ada@example.com'], { input: 'short' })
    expect(refused(reset)).toEqual(['Use 8–128 characters.'])
    expect(await here.use((db) => db.selectFrom('sessions').select('sid').execute())).toHaveLength(1)
  })
})

describe('user remove', () => {
  test('deletes rows, files and sessions while a server runs', async () => {
    const server = await here.serve()
    const cookie = await register(server)
    const made = await call(server, 'POST', '/api/tasks', { title: 'x' }, cookie)
    const path = attachmentPath(((await made.json()) as Task).id, 'a.txt')
    await fetch(server.url + path, { method: 'PUT', headers: { cookie }, body: 'hello' })
    const removed = await here.tenfold(['user', 'remove', 'ada@example.com', '--yes'])
    expect(removed).toEqual({ code: 0, out: ['Deleted the account ada@example.com.'], err: [] })
    expect((await call(server, 'GET', '/api/tasks', undefined, cookie)).status).toBe(401)
    expect(readdirSync(join(here.dataDir, 'files'))).toEqual([])
    expect(await here.use((db) => db.selectFrom('tasks').select('id').execute())).toEqual([])
  })

  test('deletes hundreds of tasks and nothing of other users', async () => {
    await fillInstallation(here)
    await here.use((db) =>
      db.transaction().execute(async (db) => {
        await insertTaskRow(db, 'bob')
        for (let count = 0; count < 500; count++) await insertTaskRow(db, 'ada')
      }),
    )
    expect((await here.tenfold(['user', 'remove', 'ada@example.com', '--yes'])).code).toBe(0)
    const left = await here.use((db) => db.selectFrom('tasks').select('user_id').execute())
    expect(left).toEqual([{ user_id: 'bob' }])
  })

  test('asks for confirmation and lists what will be deleted', async () => {
    await fillInstallation(here)
    const { code, out } = await here.tenfold(['user', 'remove', 'ada@example.com'], { input: 'Yes\n' })
    expect(out).toEqual([
      'This permanently deletes ada@example.com with 5 tasks and 3 files.',
      'Type "yes" to continue:',
      'Deleted the account ada@example.com.',
    ])
    expect(code).toBe(0)
    expect(readdirSync(join(here.dataDir, 'files'))).toEqual([])
  })

  test.each(['', 'y\n', 'no\nyes\n'])('deletes nothing when the answer is %j', async (input) => {
    await fillInstallation(here)
    const { code, err } = await here.tenfold(['user', 'remove', 'ada@example.com'], { input })
    expect([code, err]).toEqual([1, ['Nothing was deleted.']])
    expect(await countAccounts()).toBe(2)
    expect(readdirSync(join(here.dataDir, 'files')).toSorted()).toEqual(
      [SHARED_BLOB, DELETED_BLOB, BLOB].toSorted(),
    )
  })

  test('asks for the id when two accounts have the same email', async () => {
    await fillInstallation(here)
    await here.use((db) =>
      db.updateTable('users').set({ email: 'Ada@example.com' }).where('id', '=', 'bob').execute(),
    )
    expect(refused(await here.tenfold(['user', 'remove', 'ada@example.com', '--yes']))).toEqual([
      '2 accounts have the email ada@example.com. Use an id instead:',
      'ada, created 2026-11-20',
      'bob, created 2026-11-20',
    ])
    expect((await here.tenfold(['user', 'remove', 'bob', '--yes'])).code).toBe(0)
    expect((await here.tenfold(['user', 'list'])).out).toHaveLength(1)
  })
})

test('a database from an older version is migrated unless a server may be using it', async () => {
  const old = await makeInstallation({ step: '0007-failed-checks' })
  if (TEST_DIALECT === 'sqlite') {
    const held = openDataFolder(old.dataDir)
    const { code, err } = await old.tenfold(['user', 'add', 'ada@example.com'])
    expect(code).toBe(1)
    expect(err.join('\n')).toMatch(/^Another Tenfold server \(process \d+\) is already using/)
    held.release()
  }
  expect((await old.tenfold(['user', 'add', 'ada@example.com'])).code).toBe(0)
  expect((await old.tenfold(['user', 'list'])).out).toHaveLength(1)
  await old.remove()
})
