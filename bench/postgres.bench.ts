// `npm run bench:postgres`: compares a server on PostgreSQL with one on SQLite, and writes with and without `NOTIFY` to
// another server. Rounds alternate. `--against FOLDER` also measures the build of another version. Writes no file.
import { randomBytes, randomUUID } from 'node:crypto'
import { mkdtempSync, readFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'

import { sql } from 'kysely'

import { NO_POSTGRES, findPostgres } from '../scripts/postgres.mjs'
import { readConfig } from '../src/server/config.ts'
import { newToken, tokenToSid } from '../src/server/auth/session-cookie.ts'
import { connectPostgres } from '../src/server/db/postgres.ts'
import type { Database } from '../src/server/db/schema.ts'
import { copyBinaries } from '../tests/support/postgres/binaries.ts'
import { type Cluster, startCluster } from '../tests/support/postgres/cluster.ts'
import { type TestServer, startTestServer } from '../tests/support/server.ts'
import { median } from './measure.ts'
import { fillTasks } from './server/fill.ts'
import { type Place, type Round, type Work, runRound } from './server/load.ts'
import { withDatabase } from './server/places.ts'
import { processorMs, withChildren } from './server/process.ts'

const ROOT = join(import.meta.dirname, '..')
const SECRET = randomBytes(32).toString('hex')
const READERS = 10
const WRITERS = 50

const { values } = parseArgs({
  options: {
    rounds: { type: 'string', default: '7' },
    scale: { type: 'string', default: '1' },
    against: { type: 'string' },
  },
})
const rounds = Number(values.rounds)
/** Multiplies the requests per round. Rounds have no time limit, because a busy machine may complete no request in a second. */
const scale = Number(values.scale)

/** Counts across all rounds and servers, because saving the same notes twice writes nothing. */
let turn = 100_000

type Person = { cookie: string; taskIds: number[] }
type Side = Place & { name: string; people: Person[]; databasePids: () => number[] }
type Measured = Round & { database: number }

const installed = findPostgres(ROOT)
if (installed === null) throw new Error(NO_POSTGRES)
const clusters: Cluster[] = []
const servers: TestServer[] = []
try {
  const sqlite = await startOnSqlite()
  const postgres = await startOnPostgres('PostgreSQL', ROOT)
  const other = values.against === undefined ? [] : [await startOnPostgres('another version', values.against)]
  const sides = [sqlite, postgres.side, ...other.map(({ side }) => side)]
  await compare('one task', sides, ({ people }) => read(people, 1000, (id) => `/api/tasks/${id}`))
  await compare('list', sides, ({ people }) => read(people, 60, () => '/api/tasks'))
  await compare('patch', sides, ({ people }) => write(people))
  await compareNotices(postgres)
} finally {
  for (const server of servers) await server.discard()
  for (const cluster of clusters) await cluster.discard()
}

async function startOnSqlite(): Promise<Side> {
  const server = await startTestServer({ SESSION_SECRET: SECRET })
  servers.push(server)
  let people: Person[] = []
  await withDatabase(server, async (db) => void (people = await addPeople(db)))
  return { ...placeOf(server, people), name: 'SQLite', databasePids: () => [] }
}

/** Starts a server with its own PostgreSQL server. */
async function startOnPostgres(name: string, root: string): Promise<{ side: Side; url: string }> {
  const binaries = mkdtempSync(join(tmpdir(), 'tenfold-bench-postgres-'))
  copyBinaries(installed ?? '', binaries)
  const cluster = await startCluster(binaries, { ownsBinaries: true })
  clusters.push(cluster)
  const url = cluster.url('postgres')
  const server = await startTestServer({ DATABASE_URL: url, SESSION_SECRET: SECRET }, root)
  servers.push(server)
  const db = connectPostgres(url, { isPatient: true })
  const people = await addPeople(db)
  await sql`vacuum analyze`.execute(db)
  await db.destroy()
  const folder = new URL(url.replace('postgres:', 'http://x')).searchParams.get('host')
  const postmaster = Number(readFileSync(`${folder}/data/postmaster.pid`, 'utf8').split('\n')[0])
  return {
    url,
    side: { ...placeOf(server, people), name, databasePids: () => withChildren(postmaster) },
  }
}

function placeOf(server: TestServer, people: Person[]) {
  return { url: server.url, cookie: people[0]?.cookie ?? '', pids: () => [server.pid()], people }
}

/** Adds signed-in users. The first users have 1,000 tasks, all others a few. */
async function addPeople(db: Database): Promise<Person[]> {
  const config = { ...readConfig({}), sessionSecret: SECRET }
  const now = new Date().toISOString()
  const expire = new Date(Date.now() + 86_400_000).toISOString()
  const people: Person[] = []
  for (let index = 0; index < WRITERS; index++) {
    const id = randomUUID()
    const token = newToken()
    const sess = JSON.stringify({ createdAt: now, lastUsedAt: now, userAgent: null })
    const user = { id, email: `${id}@example.com`, email_key: id, created_at: now, updated_at: now }
    await db.insertInto('users').values(user).execute()
    await db
      .insertInto('sessions')
      .values({ sid: tokenToSid(token, config), user_id: id, sess, expire })
      .execute()
    await fillTasks(db, id)
    if (index >= READERS) {
      const last = sql<number>`(select min(id) + 20 from tasks where user_id = ${id})`
      await db.deleteFrom('tasks').where('user_id', '=', id).where('id', '>', last).execute()
    }
    const rows = await db.selectFrom('tasks').select('id').where('user_id', '=', id).execute()
    people.push({ cookie: `tenfold_session=${token}`, taskIds: rows.map((row) => row.id) })
  }
  return people
}

/** Uses a different user for each request, because the server reads one user's lists one at a time. */
function read(people: readonly Person[], amount: number, pathOf: (id: number) => string): Work {
  let turn = 0
  return {
    name: 'read',
    status: 200,
    amount: amount * scale,
    request: {
      setupRequest: (request) => {
        const person = people[turn++ % READERS]
        const path = pathOf(person?.taskIds[turn % person.taskIds.length] ?? 0)
        return { ...request, path, headers: { cookie: person?.cookie ?? '' } }
      },
    },
  }
}

function write(people: readonly Person[]): Work {
  return {
    name: 'write',
    status: 200,
    amount: 500 * scale,
    request: {
      method: 'PATCH',
      setupRequest: (request) => {
        const person = people[++turn % people.length]
        const id = person?.taskIds[turn % 20] ?? 0
        const headers = { cookie: person?.cookie ?? '', 'content-type': 'application/json' }
        return {
          ...request,
          path: `/api/tasks/${id}`,
          headers,
          body: JSON.stringify({ notes: `Note ${turn}` }),
        }
      },
    },
  }
}

async function compare(name: string, sides: readonly Side[], workOf: (side: Side) => Work): Promise<void> {
  const results = sides.map((): Measured[] => [])
  // The first round is a warm-up and doesn't count.
  for (let round = 0; round <= rounds; round++) {
    for (const [index, side] of sides.entries()) {
      const measured = await measure(side, workOf(side))
      if (round > 0) results[index]?.push(measured)
    }
  }
  print(
    name,
    sides.map((side) => side.name),
    results,
  )
}

/** Measures concurrent writes by 50 users while another server has streams of none, some or all of them. */
async function compareNotices({ side, url }: { side: Side; url: string }): Promise<void> {
  const other = await startTestServer({ DATABASE_URL: url, SESSION_SECRET: SECRET })
  servers.push(other)
  const counts = [0, WRITERS / 10, WRITERS]
  const results = counts.map((): Measured[] => [])
  for (let round = 0; round <= rounds; round++) {
    for (const [index, count] of counts.entries()) {
      const streams = await Promise.all(
        side.people.slice(0, count).map(({ cookie }) => openStream(other.url, cookie)),
      )
      const measured = await measure(side, write(side.people), WRITERS)
      if (round > 0) results[index]?.push(measured)
      for (const stream of streams) stream.abort()
      await other.restart()
    }
  }
  print(
    'patch, 50 connections',
    counts.map((count) => `${count} users with streams on another server`),
    results,
  )
}

async function openStream(url: string, cookie: string): Promise<AbortController> {
  const abort = new AbortController()
  const response = await fetch(`${url}/api/events`, { headers: { cookie }, signal: abort.signal })
  if (!response.ok) throw new Error(`a stream returned ${response.status}`)
  return abort
}

async function measure(side: Side, work: Work, connections?: number): Promise<Measured> {
  const before = processorMs(side.databasePids())
  const round = await runRound(side, work, 0, connections)
  return { ...round, database: (processorMs(side.databasePids()) - before) / round.requests }
}

function print(name: string, names: readonly string[], results: readonly (readonly Measured[])[]): void {
  for (const [index, mine] of results.entries()) {
    const of = (read: (round: Measured) => number) => median(mine.map(read))
    const paired = median(mine.map((round, at) => round.perSecond / (results[0]?.[at]?.perSecond ?? 1)))
    console.log(
      [
        `${name}, ${names[index]}: ${of((round) => round.perSecond).toFixed(0)}/s`,
        `${paired.toFixed(2)} × the first`,
        `median ${of((round) => round.median).toFixed(1)} ms`,
        `CPU time: server ${of((round) => round.processor).toFixed(2)} ms`,
        `database ${of((round) => round.database).toFixed(2)} ms`,
      ].join(', '),
    )
  }
}
