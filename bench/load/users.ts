import { randomBytes } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { type Socket, connect } from 'node:net'
import { join } from 'node:path'

import { sessionCookieName, tokenToSid } from '../../src/server/auth/session-cookie.ts'
import { insertSession } from '../../src/server/auth/store.ts'
import { readConfig } from '../../src/server/config.ts'
import type { Database } from '../../src/server/db/schema.ts'
import { connectSqlite } from '../../src/server/db/sqlite.ts'
import { databaseFile } from '../../src/server/start/data-folder.ts'
import { type TestServer, startTestServer } from '../../tests/support/server.ts'
import { fillOthers, fillTasks } from '../server/fill.ts'

const SECRET = 'the session secret of the benchmark, 32 or more'
/** The tasks of each user. */
const TASKS = 50
const DAY_MS = 86_400_000
const TOKEN_BYTES = 32

/** A signed-in user. `created` contains the ids of tasks that the benchmark created and will delete. */
export type User = { cookie: string; taskIds: number[]; etag: string; created: number[] }

/** A server whose users each have an open stream. */
export type LoadedServer = { server: TestServer; users: User[]; discard: () => Promise<void> }

/**
 * Starts a server whose users each have tasks, a session and an open stream.
 * @param folder where to create the data folder, on a disk that syncs each commit
 */
export async function startLoadedServer(count: number, folder: string): Promise<LoadedServer> {
  const dataDir = await mkdtemp(join(folder, 'tenfold-load-'))
  const server = await startTestServer({ SESSION_SECRET: SECRET, DATA_DIR: dataDir })
  const streams: Socket[] = []
  const discard = async () => {
    for (const stream of streams) stream.destroy()
    await server.discard()
    await rm(dataDir, { recursive: true, force: true })
  }
  try {
    await server.stop()
    const db = connectSqlite(databaseFile(dataDir))
    const cookies = await addUsers(db, count)
    await db.destroy()
    await server.start()
    const users: User[] = []
    for (const cookie of cookies) {
      users.push(await readList(server.url, cookie))
      streams.push(await openStream(server.url, cookie))
    }
    return { server, users, discard }
  } catch (error) {
    await discard()
    throw error
  }
}

/** Adds signed-in users without registering, because hashing passwords is slow. Returns the users' cookies. */
async function addUsers(db: Database, count: number): Promise<string[]> {
  const config = { ...readConfig({}), sessionSecret: SECRET }
  const now = new Date().toISOString()
  const expire = new Date(Date.now() + DAY_MS).toISOString()
  const details = { createdAt: now, lastUsedAt: now, userAgent: null }
  const first = 'first'
  await db
    .insertInto('users')
    .values({ id: first, email: first, email_key: first, created_at: now, updated_at: now })
    .execute()
  await fillTasks(db, first)
  await fillOthers(db, first, TASKS * count, count)
  const others = await db.selectFrom('users').select('id').where('id', '!=', first).execute()
  return db.transaction().execute(async (db) => {
    const cookies: string[] = []
    for (const { id } of others) {
      const token = randomBytes(TOKEN_BYTES).toString('base64url')
      await insertSession(db, id, { sid: tokenToSid(token, config), details, expire })
      cookies.push(`${sessionCookieName(config)}=${token}`)
    }
    return cookies
  })
}

async function readList(url: string, cookie: string): Promise<User> {
  const response = await fetch(`${url}/api/tasks`, { headers: { cookie } })
  if (!response.ok) throw new Error(`The list of a user returned ${response.status}.`)
  const tasks = (await response.json()) as { id: number }[]
  return {
    cookie,
    taskIds: tasks.map(({ id }) => id),
    etag: response.headers.get('etag') ?? '',
    created: [],
  }
}

/** Opens an event stream and waits for its start. */
function openStream(url: string, cookie: string): Promise<Socket> {
  const { hostname, port } = new URL(url)
  const socket = connect({ host: hostname, port: Number(port) })
  return new Promise((opened, failed) => {
    socket.on('error', failed)
    socket.on('data', (chunk) => chunk.includes('\nid: ') && opened(socket))
    socket.write(`GET /api/events HTTP/1.1\r\nHost: tenfold\r\nCookie: ${cookie}\r\n\r\n`)
  })
}
