import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'

import { databaseFile } from '../../src/server/start/data-folder.ts'
import { connectSqlite } from '../../src/server/db/sqlite.ts'
import type { Database } from '../../src/server/db/schema.ts'
import { freePort } from '../../tests/support/server-process.ts'
import { type TestServer, startTestServer } from '../../tests/support/server.ts'

import { fillOthers, fillTasks } from './fill.ts'
import type { Place } from './load.ts'
import { withChildren } from './process.ts'

const FLOOR = join(import.meta.dirname, '../floor-server.ts')
const FRAMEWORK = join(import.meta.dirname, '../framework-server.ts')
const PROXY = join(import.meta.dirname, 'proxy.ts')
const ANSWER_POLL_MS = 3
/** Forces a new connection, because the server may be closing an idle one. */
const ALONE = { connection: 'close' }
const ANSWER_MS_MAX = 20_000

/** The user of the requests, with the ids of known tasks and the ETag of the list. */
export type Person = { userId: string; cookie: string; taskIds: number[]; etag: string }

/** A Tenfold server on SQLite, with the user of the requests. */
export type Tenfold = Place & { server: TestServer; person: Person }

/**
 * Starts a Tenfold server with a user who has a thousand tasks.
 *
 * @param others the number of tasks of other users
 */
export async function startTenfold(others: number): Promise<Tenfold> {
  const server = await startTestServer()
  const { cookie, userId } = await register(server.url)
  await server.stop()
  await withDatabase(server, async (db) => {
    await fillTasks(db, userId)
    await fillOthers(db, userId, others)
  })
  await server.start()
  const person = { userId, cookie, ...(await look(server.url, cookie)) }
  return { server, person, url: server.url, cookie, pids: () => [server.pid()] }
}

/** Opens the database of a running server, as a backup does. */
export async function withDatabase(server: TestServer, run: (db: Database) => Promise<void>): Promise<void> {
  const db = connectSqlite(databaseFile(server.dataDir))
  try {
    await run(db)
  } finally {
    await db.destroy()
  }
}

/** A server process that belongs to the benchmark. */
export type Helper = Place & { stop(): Promise<void> }

/** A path that needs no sign-in. */
const OPEN_PATH = '/healthz'

/** Starts the baseline on the database of a Tenfold server. */
export function startFloor({ server, person }: Tenfold): Promise<Helper> {
  return startHelper(FLOOR, [databaseFile(server.dataDir), person.userId], '')
}

/**
 * Starts the framework server for one task on the database of a Tenfold server.
 *
 * @param what whether it looks up a session first
 */
export function startFramework({ server, person }: Tenfold, what: 'alone' | 'session'): Promise<Helper> {
  return startHelper(FRAMEWORK, [databaseFile(server.dataDir), person.userId, what], '')
}

/** Starts a proxy in its own process that forwards each request to the next of these servers. */
export function startProxy(servers: readonly string[], cookie: string): Promise<Helper> {
  return startHelper(PROXY, servers, cookie)
}

async function startHelper(file: string, args: readonly string[], cookie: string): Promise<Helper> {
  const port = await freePort()
  const child = spawn(process.execPath, [file, ...args, String(port)], { stdio: 'inherit' })
  const url = `http://127.0.0.1:${port}`
  await untilAnswered(`${url}${OPEN_PATH}`)
  return {
    url,
    cookie,
    pids: () => withChildren(child.pid ?? 0),
    stop: async () => {
      if (child.exitCode !== null || child.signalCode !== null) return
      const ended = once(child, 'exit')
      child.kill('SIGTERM')
      await ended
    },
  }
}

/** Waits until the server at an address responds. */
export async function untilAnswered(url: string): Promise<void> {
  const deadline = performance.now() + ANSWER_MS_MAX
  while (performance.now() < deadline) {
    const answer = await fetch(url, { headers: ALONE }).catch(() => null)
    if (answer?.ok) return
    await delay(ANSWER_POLL_MS)
  }
  throw new Error(`${url} did not respond.`)
}

/** Creates an account. */
export async function register(url: string): Promise<{ cookie: string; userId: string }> {
  const response = await fetch(`${url}/api/register`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ email: 'ada@example.com', password: 'a quiet green harbour' }),
  })
  if (response.status !== 201) throw new Error(`registration returned ${response.status}`)
  const { id } = (await response.json()) as { id: string }
  return { userId: id, cookie: response.headers.getSetCookie()[0]?.split(';')[0] ?? '' }
}

/** Reads the list once, like a browser's first request. */
export async function look(url: string, cookie: string): Promise<Pick<Person, 'taskIds' | 'etag'>> {
  const response = await fetch(`${url}/api/tasks`, { headers: { ...ALONE, cookie } })
  const tasks = (await response.json()) as { id: number }[]
  return { taskIds: tasks.map(({ id }) => id), etag: response.headers.get('etag') ?? '' }
}
