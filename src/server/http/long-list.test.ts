import { setTimeout as delay } from 'node:timers/promises'
import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import { buffer, text } from 'node:stream/consumers'

import { afterEach, beforeEach, describe, expect, test } from 'vitest'

import type { ErrorBody } from '#domain/error.ts'
import type { Task } from '#domain/tasks/task.ts'
import {
  type Client,
  type TestApp,
  type TestAppOptions,
  buildTestApp,
  signUp,
} from '#tests/support/build-app.ts'
import { beginRead, insertLongTasks } from '#tests/support/long-lists.ts'
import { makeTask } from '#tests/support/tasks.ts'
import { makeTemplate } from '#tests/support/templates.ts'
import { until } from '#tests/support/until.ts'

/** More than a server and a client buffer together. */
const TASKS = 80

let server: TestApp
let ada: Client
let ids: number[]
async function start(options: TestAppOptions = {}): Promise<void> {
  server = await buildTestApp(options)
  await server.app.listen({ port: 0, host: '127.0.0.1' })
  ada = await signUp(server)
  const { id } = (await ada.get('/api/auth/user')).json<{ id: string }>()
  ids = await insertLongTasks(server.db, id, TASKS)
}
afterEach(() => server.close())

function begin(path: string, client = ada, headers: Record<string, string> = {}) {
  const { port } = server.app.server.address() as { port: number }
  return beginRead(`http://127.0.0.1:${port}${path}`, client.cookie(), headers)
}

async function makeLongTemplates(): Promise<void> {
  const description = 'ü'.repeat(50_000)
  for (let i = 0; i < TASKS; i++) await makeTemplate(ada, { description })
}

async function completeLong(): Promise<void> {
  const { id } = (await ada.get('/api/auth/user')).json<{ id: string }>()
  await insertLongTasks(server.db, id, TASKS, true)
}

/** Records a change for every task. */
async function touchAll(): Promise<void> {
  for (const id of ids) await ada.patch(`/api/tasks/${id}`, { progress: 1 })
}

describe('a long list', () => {
  beforeEach(() => start())

  test('contains each task once, in order', async () => {
    const response = await begin('/api/tasks')
    const tasks = JSON.parse(await text(response)) as Task[]
    expect(tasks.map((task) => task.id)).toEqual(ids)
    expect(tasks[7]).toEqual((await ada.get(`/api/tasks/${ids[7]}`)).json())
  })

  test('returns each task once, in its current form, with a change number from which later changes can be read', async () => {
    const response = await begin('/api/tasks')
    const last = ids.at(-1) ?? 0
    const [moved = 0, gone = 0] = ids.slice(-5)
    await ada.delete(`/api/tasks/${gone}`)
    await ada.patch(`/api/tasks/${moved}`, { priority: 1 })
    const added = await makeTask(ada, { priority: 1 })
    const tasks = JSON.parse(await text(response)) as Task[]
    expect(tasks.map((task) => task.id)).toEqual(ids.filter((id) => id !== gone))
    expect(tasks.at(-1)?.id).toBe(last)
    const since = await ada.get(`/api/tasks?since=${String(response.headers['x-change'])}`)
    const changed = since.json<{ id: number; deleted?: true }[]>()
    expect(changed.map(({ id, deleted }) => [id, deleted])).toEqual([
      [moved, undefined],
      [added.id, undefined],
      [gone, true],
    ])
  })

  test.each([
    ['br', brotliDecompressSync],
    ['gzip', gunzipSync],
  ])('has the same content when it is compressed with %s while it is read', async (encoding, unpack) => {
    const plain = await begin('/api/tasks')
    const packed = await begin('/api/tasks', ada, { 'accept-encoding': encoding })
    expect(packed.headers['content-encoding']).toBe(encoding)
    expect(packed.headers.etag).toBe(`W/${plain.headers.etag}`)
    expect(unpack(await buffer(packed)).toString()).toBe(await text(plain))
  })

  test('is not read for HEAD', async () => {
    const response = await ada.head('/api/tasks')
    expect([response.statusCode, response.body]).toEqual([200, ''])
    expect(response.headers['x-change']).toBeDefined()
  })
})

const asItIs = async () => undefined

describe('the lists being sent to one user', () => {
  beforeEach(() => start())

  test.each([
    ['/api/tasks', asItIs],
    ['/api/tasks?completed=false', asItIs],
    ['/api/tasks?since=0', touchAll],
    ['/api/tasks/completed', completeLong],
    ['/api/templates', makeLongTemplates],
    ['/api/auth/export', asItIs],
  ])('are limited to four: a fifth, of %s, gets 429 with Retry-After', async (path, prepare) => {
    await prepare()
    const open = []
    for (let i = 0; i < 4; i++) open.push(await begin(path))
    expect(open.map(({ statusCode }) => statusCode)).toEqual([200, 200, 200, 200])
    const fifth = await begin(path)
    expect(fifth.statusCode).toBe(429)
    expect(Number(fifth.headers['retry-after'])).toBeGreaterThan(0)
    expect(JSON.parse(await text(fifth))).toEqual<ErrorBody>({
      code: 'too_many',
      message: '4 of your lists are still loading. Try again in a moment.',
    })
    const eve = await signUp(server)
    expect((await begin(path, eve)).statusCode).toBe(200)
    open[0]?.destroy()
    await until(async () => {
      const again = await begin(path)
      again.destroy()
      expect(again.statusCode).toBe(200)
    })
    for (const response of open) response.destroy()
  })

  test('make the check before an export fail with 429 at the limit', async () => {
    const open = await Promise.all([1, 2, 3, 4].map(() => begin('/api/tasks')))
    expect((await ada.head('/api/auth/export')).statusCode).toBe(429)
    for (const response of open) response.destroy()
    await until(async () => expect((await ada.head('/api/auth/export')).statusCode).toBe(200))
  })

  test('make a reorder fail with 429 at the limit, without changing anything', async () => {
    const open = await Promise.all([1, 2, 3, 4].map(() => begin('/api/tasks')))
    const [first = 0, second = 0] = ids
    const positions = [{ id: second, position: 0 }]
    const refused = await ada.post('/api/tasks/priority/5/positions', { positions })
    expect(refused.statusCode).toBe(429)
    const task = (await ada.get(`/api/tasks/${first}`)).json<Task>()
    expect([task.position, task.version]).toEqual([0, 1])
    for (const response of open) response.destroy()
    await until(async () => {
      const answer = await ada.post('/api/tasks/priority/5/positions', { positions })
      expect(
        answer
          .json<Task[]>()
          .slice(0, 2)
          .map(({ id }) => id),
      ).toEqual([second, first])
    })
  })
})

describe('a client that reads a long list', () => {
  const patience = {
    headers: 10_000,
    body: 10_000,
    drain: 2000,
    reader: 2000,
    stall: 15_000,
    request: 600_000,
    interval: 2000,
  }

  test('is cut off if it stops reading for a while', async () => {
    await start({ patience })
    const response = await begin('/api/tasks')
    const closed = new Promise((resolve) => response.once('close', resolve))
    await delay(3 * patience.reader)
    response.resume()
    await closed
    expect(response.complete).toBe(false)
  })

  test('gets the full list even if it reads slowly', async () => {
    await start({ patience })
    const response = await begin('/api/tasks')
    let bytes = 0
    const begun = performance.now()
    for await (const piece of response) {
      bytes += (piece as Buffer).length
      // At this rate, the full list takes several times as long as the time limit.
      const due = (bytes / (TASKS * 200_000)) * 4 * patience.reader
      await delay(Math.max(0, due - (performance.now() - begun)))
    }
    expect(response.complete).toBe(true)
    expect(bytes).toBeGreaterThan(TASKS * 200_000)
  })
})
