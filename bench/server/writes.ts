import { mkdtemp, open, rm } from 'node:fs/promises'
import { join } from 'node:path'

import type { Request } from 'autocannon'

import { sessionCookieName, tokenToSid } from '../../src/server/auth/session-cookie.ts'
import { readConfig } from '../../src/server/config.ts'
import { databaseFile } from '../../src/server/start/data-folder.ts'
import { connectSqlite } from '../../src/server/db/sqlite.ts'
import type { Database } from '../../src/server/db/schema.ts'
import { startTestServer } from '../../tests/support/server.ts'

import { median, percentile } from '../measure.ts'
import { fillTasks } from './fill.ts'
import { type Place, type Round, runRound } from './load.ts'
import { processorMs } from './process.ts'

export const USERS = 50
const TOKEN_LENGTH = 43
const DAY_MS = 86_400_000
const SECRET = 'the session secret of the benchmark, 32 or more'

type Person = { cookie: string; taskIds: number[] }

/** A server whose signed-in users each have a thousand tasks. */
export type Side = { place: Place; people: Person[]; discard(): Promise<void> }

/**
 * Starts a server.
 * @param folder where to create the data folder; must be on the measured disk
 * @param syncMs the time in ms to add to each disk sync, with strace
 * @param root the checkout to start, by default this one
 */
export async function startSide(folder: string, syncMs: number, root?: string): Promise<Side> {
  const dataDir = await mkdtemp(join(folder, 'tenfold-bench-'))
  const tracer = syncMs > 0 ? slowSyncs(syncMs) : []
  const server = await startTestServer({ SESSION_SECRET: SECRET, DATA_DIR: dataDir }, root, tracer)
  await server.stop()
  const db = connectSqlite(databaseFile(dataDir))
  const people: Person[] = []
  for (let index = 0; index < USERS; index++) people.push(await addPerson(db, `user-${index}`))
  await db.destroy()
  await server.start()
  return {
    place: { url: server.url, cookie: '', pids: () => [server.pid()] },
    people,
    discard: async () => {
      await server.discard()
      await rm(dataDir, { recursive: true, force: true })
    },
  }
}

/** Returns a command that runs a program with slower disk syncs. Other system calls run at full speed. */
function slowSyncs(ms: number): string[] {
  const syncs = 'fsync,fdatasync'
  const options = ['-D', '-f', '--seccomp-bpf', '-qqq', '-o', '/dev/null', '-e', `trace=${syncs}`]
  return ['strace', ...options, '-e', `inject=${syncs}:delay_exit=${ms * 1000}`]
}

/** Adds a signed-in user without registering, because hashing 50 passwords is slow. */
async function addPerson(db: Database, id: string): Promise<Person> {
  const config = { ...readConfig({}), sessionSecret: SECRET }
  const token = id.padEnd(TOKEN_LENGTH, '_')
  const now = new Date().toISOString()
  const sess = JSON.stringify({ createdAt: now, lastUsedAt: now, userAgent: null })
  const expire = new Date(Date.now() + DAY_MS).toISOString()
  await db
    .insertInto('users')
    .values({ id, email: id, email_key: id, created_at: now, updated_at: now })
    .execute()
  await db
    .insertInto('sessions')
    .values({ sid: tokenToSid(token, config), user_id: id, sess, expire })
    .execute()
  await fillTasks(db, id)
  const rows = await db.selectFrom('tasks').select('id').where('user_id', '=', id).execute()
  return { cookie: `${sessionCookieName(config)}=${token}`, taskIds: rows.map((row) => row.id) }
}

/** Counts across all rounds, because saving the same notes twice writes nothing. */
let step = 0

/** The requests by kind, and their expected statuses. */
export const WRITES = {
  create: {
    status: 201,
    request: () => ({
      method: 'POST' as const,
      path: '/api/tasks',
      body: JSON.stringify({ title: `Renew the passports ${step}`, priority: 1 + (step % 10) }),
    }),
  },
  patch: {
    status: 200,
    request: ({ taskIds }: Person) => ({
      method: 'PATCH' as const,
      path: `/api/tasks/${taskIds[(step * 7) % taskIds.length]}`,
      body: JSON.stringify({ notes: `Spoke to them for the ${step}th time` }),
    }),
  },
}

/** Runs a round of writes that rotates through the users. */
export function runWrites(
  { place, people }: Side,
  name: keyof typeof WRITES,
  { connections, users, amount }: { connections: number; users: number; amount: number },
): Promise<Round> {
  const { status, request } = WRITES[name]
  const setupRequest = (before: Request) => {
    step++
    const person = people[step % users]
    if (!person) throw new Error(`There are fewer than ${users} users.`)
    return { ...before, ...request(person), headers: { ...before.headers, cookie: person.cookie } }
  }
  return runRound(place, { name, status, amount, request: { setupRequest } }, 0, connections)
}

/**
 * Sends one user's writes to two servers in turn, one request at a time, so that other work on the machine slows both.
 * Derives requests per second from the median time.
 * @param amount requests per server
 */
export async function runInTurn(
  sides: readonly [Side, Side],
  name: keyof typeof WRITES,
  amount: number,
): Promise<[Round, Round]> {
  const times: [number[], number[]] = [[], []]
  const processor = () => sides.map(({ place }) => processorMs(place.pids()))
  await sendInTurn(sides, name, WARM_UPS, [[], []])
  const before = processor()
  await sendInTurn(sides, name, amount, times)
  const after = processor()
  const roundOf = (side: 0 | 1): Round => ({
    requests: amount,
    perSecond: 1000 / median(times[side]),
    median: median(times[side]),
    p99: percentile(times[side], 0.99),
    processor: ((after[side] ?? 0) - (before[side] ?? 0)) / amount,
  })
  return [roundOf(0), roundOf(1)]
}

const WARM_UPS = 100

async function sendInTurn(
  sides: readonly [Side, Side],
  name: keyof typeof WRITES,
  amount: number,
  times: readonly [number[], number[]],
): Promise<void> {
  const { status, request } = WRITES[name]
  for (let index = 0; index < amount * 2; index++) {
    // The sides take turns going first.
    const side = (index + (index >> 1)) % 2 === 0 ? 0 : 1
    step++
    const { place, people } = sides[side]
    const [person] = people
    if (!person) throw new Error('There are no users.')
    const { path, ...init } = request(person)
    const headers = { 'content-type': 'application/json', cookie: person.cookie }
    const begun = performance.now()
    const response = await fetch(place.url + path, { ...init, headers })
    await response.arrayBuffer()
    times[side].push(performance.now() - begun)
    if (response.status !== status) throw new Error(`${name} returned ${response.status}`)
  }
}

const SYNCS = 15
const PAGES = Buffer.alloc(5 * 4096, 1)

/** Returns how many ms the folder's disk takes to sync five pages, about as many as a small commit writes. */
export async function timeSync(folder: string): Promise<number> {
  const path = join(folder, `tenfold-sync-${process.pid}`)
  const file = await open(path, 'w')
  const times: number[] = []
  for (let index = 0; index < SYNCS; index++) {
    await file.write(PAGES, 0, PAGES.length, index * PAGES.length)
    const begun = performance.now()
    await file.datasync()
    times.push(performance.now() - begun)
  }
  await file.close()
  await rm(path)
  return median(times)
}
