import { existsSync, readdirSync } from 'node:fs'

import { afterEach, beforeEach, describe, expect, test } from 'vitest'

import type { Task } from '#domain/tasks/task.ts'
import { attachmentPath } from '#tests/support/attachments.ts'
import { type TestDatabase, freshPostgres, requirePostgresServer } from '#tests/support/database.ts'
import {
  type ServerFolder,
  call,
  freePort,
  makeServerFolder,
  register,
  stopServer,
} from '#tests/support/server-process.ts'

let folder: ServerFolder
let fresh: TestDatabase & { url: string }
beforeEach(async () => {
  folder = makeServerFolder()
  fresh = await freshPostgres(requirePostgresServer())
})
afterEach(async () => {
  await folder.remove()
  await fresh.close()
})

describe('servers on one PostgreSQL database', () => {
  test('start at the same time on an empty one, and share accounts, sessions, tasks and files', async () => {
    const env = { DATABASE_URL: fresh.url }
    const [one, two] = await Promise.all([folder.run({ env }), folder.run({ env })])
    const cookie = await register(one)
    expect((await call(two, 'GET', '/api/auth/user', undefined, cookie)).status).toBe(200)

    const made = await call(one, 'POST', '/api/tasks', { title: 'x' }, cookie)
    const { id } = (await made.json()) as Task
    const path = attachmentPath(id, 'a.txt')
    await fetch(one.url + path, { method: 'PUT', headers: { cookie }, body: 'hello' })
    expect(await (await call(two, 'GET', path, undefined, cookie)).text()).toBe('hello')
    expect(await (await call(two, 'GET', `/api/tasks/${id}`, undefined, cookie)).json()).toMatchObject({
      title: 'x',
      attachments: ['a.txt'],
    })
    expect(readdirSync(folder.dataDir).toSorted()).toEqual(['files', 'session-secret'])
    for (const server of [one, two]) {
      expect(await stopServer(server)).toBe(0)
      expect(server.err()).toBe('')
    }
  })

  test('keep users signed in after a restart', async () => {
    const env = { DATABASE_URL: fresh.url }
    const first = await folder.run({ env })
    const cookie = await register(first)
    await stopServer(first)
    const second = await folder.run({ env })
    expect((await call(second, 'GET', '/api/auth/user', undefined, cookie)).status).toBe(200)
  })
})

test('a server that cannot reach its database says so in one line and changes nothing', async () => {
  const port = await freePort()
  const url = `postgres://ada:secret@127.0.0.1:${port}/tenfold`
  const server = await folder.start({ env: { DATABASE_URL: url, LOG_LEVEL: 'trace' } })
  expect(await server.ended).toBe(1)
  expect(server.out()).toBe('')
  expect(server.err()).toBe(
    `Can't reach the database postgres://ada@127.0.0.1:${port}/tenfold (connect ECONNREFUSED 127.0.0.1:${port}). Start the database server, or correct DATABASE_URL.\n`,
  )
  expect(existsSync(folder.dataDir)).toBe(false)
})
