import { mkdirSync, readdirSync, statSync } from 'node:fs'
import { join } from 'node:path'

import { afterEach, beforeEach, expect, test } from 'vitest'

import type { Task } from '#domain/tasks/task.ts'
import { attachmentPath } from '#tests/support/attachments.ts'
import {
  type ServerFolder,
  type ServerProcess,
  call,
  makeServerFolder,
  register,
} from '#tests/support/server-process.ts'
import { fillDisk, mountSmallDisk, unmount } from '#tests/support/small-disk.ts'
import { until } from '#tests/support/until.ts'

const MB = 2 ** 20
const RESERVE_BYTES = 8 * MB
const CREDENTIALS = { email: 'ada@example.com', password: 'a quiet green harbour' }

let folder: ServerFolder
let server: ServerProcess
let cookie: string
beforeEach(() => {
  folder = makeServerFolder()
  mkdirSync(folder.dataDir)
})
afterEach(async () => {
  unmount(folder.dataDir)
  await folder.remove()
})

const send = (method: string, path: string, body?: unknown) => call(server, method, path, body, cookie)
const makeTask = () => send('POST', '/api/tasks', { title: 'x', description: 'x'.repeat(20_000) })
const signIn = (password = CREDENTIALS.password) =>
  call(server, 'POST', '/api/login', { ...CREDENTIALS, password })
const upload = (id: number, name: string, size: number) =>
  fetch(server.url + attachmentPath(id, name), {
    method: 'PUT',
    headers: { cookie },
    body: Buffer.alloc(size, name),
  })
const reserveSize = () => statSync(join(folder.dataDir, 'reserve')).size

/** Creates a task with two files, and other tasks. */
async function begin(): Promise<{ id: number; others: number[] }> {
  server = await folder.run()
  cookie = await register(server)
  await until(() => expect(reserveSize()).toBe(RESERVE_BYTES))
  const { id } = (await (await makeTask()).json()) as Task
  for (const name of ['a', 'b']) expect((await upload(id, name, 4 * MB)).status).toBe(201)
  const others = []
  for (let i = 0; i < 15; i++) others.push(((await (await makeTask()).json()) as Task).id)
  return { id, others }
}

async function expectFull(response: Response): Promise<void> {
  expect(response.status).toBe(503)
  expect(response.headers.get('retry-after')).toBe('2')
  expect(await response.json()).toEqual({
    code: 'disk_full',
    message: 'The server’s disk is full. Nothing was changed. Try again after space has been freed.',
  })
}

test('on a full disk, users can sign in, sign out, and delete to free space', async (context) => {
  if (!mountSmallDisk(folder.dataDir, 32)) context.skip('a disk can be mounted by root alone, on Linux')
  const { id, others } = await begin()
  fillDisk(folder.dataDir)
  await expectFull(await makeTask())
  await expectFull(await upload(id, 'c', MB))
  await expectFull(await send('PATCH', `/api/tasks/${id}`, { title: 'y' }))

  for (let i = 0; i < 5; i++) {
    const signedIn = await signIn()
    expect(signedIn.status).toBe(200)
    const session = signedIn.headers.getSetCookie()[0]?.split(';')[0] ?? ''
    expect((await call(server, 'POST', '/api/logout', undefined, session)).status).toBe(204)
    expect((await call(server, 'GET', '/api/auth/user', undefined, session)).status).toBe(401)
  }
  for (let i = 0; i < 5; i++) expect((await signIn('a wrong password')).status).toBe(401)
  expect((await signIn('a wrong password')).status).toBe(429)

  for (const other of others) expect((await send('DELETE', `/api/tasks/${other}`)).status).toBe(204)
  const tasks = (await (await send('GET', '/api/tasks')).json()) as Task[]
  expect(tasks.map((task) => task.id)).toEqual([id])
  // The reserve is available again for the next request.
  await expectFull(await upload(id, 'c', MB))
  expect(reserveSize()).toBeGreaterThan(RESERVE_BYTES / 2)

  expect((await send('DELETE', attachmentPath(id, 'a'))).status).toBe(204)
  expect((await send('PATCH', `/api/tasks/${id}`, { attachments: [] })).status).toBe(200)
  await until(() => expect(reserveSize()).toBe(RESERVE_BYTES))
  expect((await makeTask()).status).toBe(201)
  expect((await upload(id, 'c', MB)).status).toBe(201)
  expect(readdirSync(join(folder.dataDir, 'files'))).toHaveLength(1)
})

test('on a full disk, users can delete several tasks, a template, a category, the trash and their account', async (context) => {
  if (!mountSmallDisk(folder.dataDir, 32)) context.skip('a disk can be mounted by root alone, on Linux')
  const { id, others } = await begin()
  const template = await send('POST', '/api/templates', { name: 'Trip' })
  const { id: templateId } = (await template.json()) as { id: number }
  expect((await send('POST', '/api/categories', { name: 'Garden' })).status).toBe(201)
  fillDisk(folder.dataDir)
  await expectFull(await makeTask())

  const tasks = others.map((id) => ({ id }))
  expect((await send('POST', '/api/tasks/bulk-delete', { tasks })).status).toBe(204)
  expect((await send('DELETE', `/api/templates/${templateId}`)).status).toBe(204)
  expect((await send('DELETE', '/api/categories/Garden')).status).toBe(204)
  expect((await send('DELETE', '/api/trash')).status).toBe(204)
  expect(await (await send('GET', '/api/trash')).json()).toMatchObject({ items: [] })
  // The reserve is available again for the next request.
  await expectFull(await upload(id, 'c', MB))

  const { password } = CREDENTIALS
  expect((await send('DELETE', '/api/auth/user', { password })).status).toBe(204)
  expect((await signIn()).status).toBe(401)
  await until(() => expect(readdirSync(join(folder.dataDir, 'files'))).toEqual([]))
})

test('a server starts on a full disk by using the space that the previous server reserved', async (context) => {
  if (!mountSmallDisk(folder.dataDir, 32)) context.skip('a disk can be mounted by root alone, on Linux')
  await begin()
  server.child.kill('SIGTERM')
  expect(await server.ended).toBe(0)
  const empty = fillDisk(folder.dataDir)
  server = await folder.run()
  expect((await send('GET', '/api/tasks')).status).toBe(200)
  await expectFull(await upload(1, 'c', MB))
  expect((await signIn()).status).toBe(200)
  empty()
  await until(() => expect(reserveSize()).toBe(RESERVE_BYTES))
  expect((await makeTask()).status).toBe(201)
})
