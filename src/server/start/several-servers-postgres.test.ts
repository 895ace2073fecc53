import { afterEach, beforeEach, describe, expect, it } from 'vitest'

import type { Task } from '#domain/tasks/task.ts'
import { type TestDatabase, freshPostgres, requirePostgresServer } from '#tests/support/database.ts'
import { readEvents } from '#tests/support/event-stream.ts'
import { type RoundRobin, startRoundRobin } from '#tests/support/round-robin.ts'
import {
  type ServerFolder,
  type ServerProcess,
  freePort,
  makeServerFolder,
  stopServer,
} from '#tests/support/server-process.ts'

const SERVERS = 3
const MANY = 50

let folder: ServerFolder
let fresh: TestDatabase & { url: string }
let servers: ServerProcess[]
let proxy: RoundRobin
let cookie: string
beforeEach(async () => {
  folder = makeServerFolder()
  fresh = await freshPostgres(requirePostgresServer())
  const port = await freePort()
  const env = {
    DATABASE_URL: fresh.url,
    BASE_URL: `http://127.0.0.1:${port}`,
    TRUSTED_PROXIES: '127.0.0.1/32',
  }
  servers = await Promise.all(Array.from({ length: SERVERS }, () => folder.run({ env })))
  proxy = await startRoundRobin(
    port,
    servers.map(({ url }) => url),
  )
  const account = { email: 'ada@example.com', password: 'a quiet green harbour' }
  const response = await send('POST', '/api/register', account)
  cookie = response.headers.getSetCookie()[0]?.split(';')[0] ?? ''
})
afterEach(async () => {
  await proxy.close()
  await folder.remove()
  await fresh.close()
})

function send(method: string, path: string, body?: unknown, headers: Record<string, string> = {}) {
  return fetch(proxy.url + path, {
    method,
    headers: {
      cookie: cookie ?? '',
      ...(body !== undefined && { 'content-type': 'application/json' }),
      ...headers,
    },
    body: JSON.stringify(body),
  })
}

/** Adds a task as the pages do: repeats the request with the same key until it succeeds. */
async function addTask(title: string): Promise<Task> {
  const headers = { 'idempotency-key': title }
  for (;;) {
    const response = await send('POST', '/api/tasks', { title, priority: 10 }, headers).catch(() => null)
    if (response?.status === 201) return (await response.json()) as Task
    if (response && response.status < 500) throw new Error(`adding answered ${response.status}`)
  }
}

const readTasks = async () => (await (await send('GET', '/api/tasks')).json()) as Task[]
const countOf = (statuses: number[], status: number) => statuses.filter((one) => one === status).length

describe('three servers behind a proxy', () => {
  it('share requests: of fifty moves into a free slot, one wins, and fifty requests with one key create one task', async () => {
    const tasks: Task[] = []
    for (let number = 0; number < MANY + 2; number++) tasks.push(await addTask(`Task ${number}`))
    for (const { id } of tasks.slice(MANY)) await send('PATCH', `/api/tasks/${id}`, { priority: 1 })
    const moves = await Promise.all(
      tasks.slice(0, MANY).map(({ id }) => send('PATCH', `/api/tasks/${id}`, { priority: 1 })),
    )
    const statuses = moves.map(({ status }) => status)
    expect([countOf(statuses, 200), countOf(statuses, 409)]).toEqual([1, MANY - 1])

    const same = await Promise.all(Array.from({ length: MANY }, () => addTask('The same')))
    expect(new Set(same.map(({ id }) => id)).size).toBe(1)
    for (const count of proxy.counts.values()) expect(count).toBeGreaterThan(MANY / SERVERS)
  })

  it('lose and duplicate nothing when one is stopped, and its streams continue on another', async () => {
    const url = `${proxy.url}/api/events`
    const streams = [
      await readEvents(url, cookie),
      await readEvents(url, cookie),
      await readEvents(url, cookie),
    ]
    for (const stream of streams) await stream.began
    const writes = Array.from({ length: 4 }, async (_, writer) => {
      const made: string[] = []
      for (let number = 0; number < MANY; number++) made.push((await addTask(`${writer}-${number}`)).title)
      return made
    })
    const [stopped] = servers
    if (!stopped) throw new Error('There is no server.')
    await streams[1]?.take(MANY)
    expect(await stopServer(stopped)).toBe(0)
    const made = (await Promise.all(writes)).flat()
    expect((await readTasks()).map(({ title }) => title).toSorted()).toEqual(made.toSorted())

    // One of the three streams was on the stopped server, and its reader continues from its last number.
    const ended = await Promise.race(streams.map(async (stream) => stream.ended.then(() => stream)))
    const last = ended.waiting.at(-1)?.number ?? 0
    const back = await readEvents(url, cookie, { 'last-event-id': String(last) })
    const rest = await back.take(made.length - last)
    expect(rest.map(({ number }) => number)).toEqual(rest.map((_, index) => last + 1 + index))
    for (const stream of [...streams, back]) stream.close()
  })

  it('share the count of wrong passwords, and all of them reject an ended session', async () => {
    const wrong = { email: 'ada@example.com', password: 'not the right one' }
    const statuses: number[] = []
    for (let attempt = 0; attempt < 6; attempt++)
      statuses.push((await send('POST', '/api/login', wrong)).status)
    expect(statuses).toEqual([401, 401, 401, 401, 401, 429])
    expect((await send('POST', '/api/logout')).status).toBe(204)
    for (let server = 0; server < SERVERS; server++) {
      expect((await send('GET', '/api/auth/user')).status).toBe(401)
    }
  })
})
