import { randomBytes } from 'node:crypto'
import { mkdtempSync, readFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import { sql } from 'kysely'

import { connectPostgres } from '../../src/server/db/postgres.ts'
import { copyBinaries } from '../../tests/support/postgres/binaries.ts'
import { type Cluster, startCluster } from '../../tests/support/postgres/cluster.ts'
import { type TestServer, startTestServer } from '../../tests/support/server.ts'

import { NO_POSTGRES, findPostgres } from '../../scripts/postgres.mjs'
import { fillOthers, fillTasks } from './fill.ts'
import { type Round, type Work, middle, runRound } from './load.ts'
import type { BenchOptions } from './options.ts'
import { type Helper, type Person, look, register, startProxy } from './places.ts'
import { processorMs, withChildren } from './process.ts'
import { worksOf } from './works.ts'

/** The proxy and the servers share two cores, so ten lists can take longer than a short round. */
const SECONDS_MIN = 2

/**
 * The number of other requests in a round. Each of the proxy's connections uses up a port, and a fast machine sends
 * more requests per minute than there are ports (28,000).
 */
const REQUESTS = 600

const ROOT = join(import.meta.dirname, '../..')
const SERVERS = 3

/** The maximum number of other users' tasks in PostgreSQL, so that a run stays short. */
export const POSTGRES_OTHERS_MAX = 100_000

/** CPU time per request, in ms, by process. */
export type Shares = { servers: number; database: number; proxy: number }

/** A workload's measurements with one server and with several, and the CPU time of the latter by process. */
export type Spread = { work: string; one: Round; several: Round; shares: Shares }

type Fleet = { cluster: Cluster; servers: TestServer[]; person: Person; one: Helper; several: Helper }

/**
 * Sends the same work through the same proxy to one server and to three, alternately. Returns null if PostgreSQL cannot
 * be started.
 */
export async function measureOnPostgres(options: BenchOptions): Promise<Spread[] | null> {
  const installed = findPostgres(ROOT)
  if (installed === null) {
    console.log(NO_POSTGRES)
    return null
  }
  const binaries = mkdtempSync(join(tmpdir(), 'tenfold-bench-postgres-'))
  copyBinaries(installed, binaries)
  const cluster = await startCluster(binaries, { ownsBinaries: true })
  const servers: TestServer[] = []
  const proxies: Helper[] = []
  try {
    const fleet = await startFleet(cluster, servers, proxies, options.others)
    const spreads: Spread[] = []
    for (const { name } of worksOf([1], '')) spreads.push(await spread(name, fleet, options))
    return spreads
  } finally {
    for (const proxy of proxies) await proxy.stop()
    for (const server of servers) await server.discard()
    await cluster.discard()
  }
}

async function startFleet(
  cluster: Cluster,
  servers: TestServer[],
  proxies: Helper[],
  others: number,
): Promise<Fleet> {
  const settings = {
    DATABASE_URL: cluster.url('postgres'),
    SESSION_SECRET: randomBytes(32).toString('hex'),
  }
  for (let number = 0; number < SERVERS; number++) servers.push(await startTestServer(settings))
  const urls = servers.map(({ url }) => url)
  const { cookie, userId } = await register(urls[0] ?? '')
  const db = connectPostgres(settings.DATABASE_URL, { isPatient: true })
  await fillTasks(db, userId)
  await fillOthers(db, userId, Math.min(others, POSTGRES_OTHERS_MAX))
  await sql`vacuum analyze`.execute(db)
  await db.destroy()
  const one = await startProxy(urls.slice(0, 1), cookie)
  proxies.push(one)
  const several = await startProxy(urls, cookie)
  proxies.push(several)
  return { cluster, servers, one, several, person: { userId, cookie, ...(await look(one.url, cookie)) } }
}

async function spread(name: string, fleet: Fleet, { rounds, seconds }: BenchOptions): Promise<Spread> {
  const { one, several } = fleet
  const results: { one: Round[]; several: Round[] } = { one: [], several: [] }
  let shares: Shares | null = null
  // The first round is a warm-up and doesn't count.
  for (let round = 0; round <= rounds; round++) {
    const atOne = await runAt(one, name, fleet, seconds)
    const before = sharesNow(fleet)
    const atSeveral = await runAt(several, name, fleet, seconds)
    shares = differenceOf(before, sharesNow(fleet), atSeveral.requests)
    if (round === 0) continue
    results.one.push(atOne)
    results.several.push(atSeveral)
  }
  if (!shares) throw new Error('No round was run.')
  console.log(`PostgreSQL, ${name}: measured`)
  return { work: name, one: middle(results.one), several: middle(results.several), shares }
}

async function runAt(place: Helper, name: string, fleet: Fleet, seconds: number): Promise<Round> {
  const { person } = fleet
  const isUnchanged = name === 'list, unchanged'
  const { etag } = isUnchanged ? await look(place.url, person.cookie) : person
  const work = worksOf(person.taskIds, etag).find((work) => work.name === name) as Work
  const isLong = name === 'list'
  const counted = isLong ? work : { ...work, amount: REQUESTS }
  const round = await runRound(place, counted, Math.max(seconds, SECONDS_MIN))
  if (name === 'create') await removeCreated(fleet)
  return round
}

async function removeCreated({ cluster, person }: Fleet): Promise<void> {
  const db = connectPostgres(cluster.url('postgres'))
  const last = Math.max(...person.taskIds)
  await db.deleteFrom('tasks').where('user_id', '=', person.userId).where('id', '>', last).execute()
  await sql`vacuum tasks`.execute(db)
  await db.destroy()
}

function sharesNow({ cluster, servers, several }: Fleet): Shares {
  const folder = new URL(cluster.url('postgres').replace('postgres:', 'http://x')).searchParams.get('host')
  const postmaster = Number(readFileSync(`${folder}/data/postmaster.pid`, 'utf8').split('\n')[0])
  return {
    servers: processorMs(servers.map((server) => server.pid())),
    database: processorMs(withChildren(postmaster)),
    proxy: processorMs(several.pids()),
  }
}

function differenceOf(before: Shares, after: Shares, requests: number): Shares {
  return {
    servers: (after.servers - before.servers) / requests,
    database: (after.database - before.database) / requests,
    proxy: (after.proxy - before.proxy) / requests,
  }
}
