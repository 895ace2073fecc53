import { median } from '../measure.ts'
import type { BenchOptions } from './options.ts'
import { type Place, type Round, type Work, middle, runRound } from './load.ts'
import {
  type Helper,
  type Tenfold,
  look,
  startFloor,
  startFramework,
  startTenfold,
  untilAnswered,
  withDatabase,
} from './places.ts'
import { collectGarbage, residentMegabytes } from './process.ts'
import { worksOf } from './works.ts'

const STARTS = 5
const REPEATS = 5

/** What a work came to at the floor, with many tasks of others, and with none. */
export type Compared = { work: string; floor: Round | null; many: Round; few: Round }

export type OnSqlite = {
  compared: Compared[]
  /** Ms from starting the process to its first answer. */
  start: { floor: number; tenfold: number }
  /** In MB. */
  memory: { idle: number; after: number; repeats: number[] }
  /** One task, at each step of the way from the floor to Tenfold. */
  steps: { what: string; round: Round }[]
}

/** The same work at the floor and at two servers of ours, in turn. */
export async function measureOnSqlite(options: BenchOptions): Promise<OnSqlite> {
  const many = await startTenfold(options.others)
  const few = await startTenfold(0)
  const floor = await startFloor(many)
  try {
    // A server that has just answered its first page, after a fresh start, is idle.
    await many.server.restart()
    const idle = residentMegabytes(many.server.pid())
    const compared: Compared[] = []
    for (const { name } of worksOf([1], '')) compared.push(await compare(name, { floor, many, few }, options))
    const after = residentMegabytes(many.server.pid())
    const repeats = await repeat(many, options)
    const steps = await measureSteps(many, floor, options)
    return { compared, start: await measureStarts(many, floor), memory: { idle, after, repeats }, steps }
  } finally {
    await floor.stop()
    await many.server.discard()
    await few.server.discard()
  }
}

async function compare(
  name: string,
  { floor, many, few }: { floor: Helper; many: Tenfold; few: Tenfold },
  { rounds, seconds }: BenchOptions,
): Promise<Compared> {
  const hasFloor = name !== 'list, unchanged'
  const results: { floor: Round[]; many: Round[]; few: Round[] } = { floor: [], many: [], few: [] }
  // The first round warms up and does not count.
  for (let round = 0; round <= rounds; round++) {
    const atFloor = hasFloor ? await runAt(floor, many, name, seconds) : null
    const atMany = await runAt(many, many, name, seconds)
    const atFew = await runAt(few, few, name, seconds)
    if (round === 0) continue
    if (atFloor) results.floor.push(atFloor)
    results.many.push(atMany)
    results.few.push(atFew)
  }
  console.log(`${name}: measured`)
  return {
    work: name,
    floor: hasFloor ? middle(results.floor) : null,
    many: middle(results.many),
    few: middle(results.few),
  }
}

/** One round, with the tasks as they were before it. */
async function runAt(place: Place, owner: Tenfold, name: string, seconds: number): Promise<Round> {
  const round = await runRound(place, await workOf(owner, name), seconds)
  if (name === 'create') await removeCreated(owner)
  return round
}

async function workOf({ url, cookie, person }: Tenfold, name: string): Promise<Work> {
  const { etag } = name === 'list, unchanged' ? await look(url, cookie) : person
  const work = worksOf(person.taskIds, etag).find((work) => work.name === name)
  if (!work) throw new Error(`There is no work ${name}.`)
  return work
}

async function removeCreated({ server, person }: Tenfold): Promise<void> {
  const last = Math.max(...person.taskIds)
  await withDatabase(server, async (db) => {
    await db.deleteFrom('tasks').where('user_id', '=', person.userId).where('id', '>', last).execute()
  })
}

/** All of it again and again: what memory is in use each time when garbage was collected is kept for good. */
async function repeat(place: Tenfold, { seconds }: BenchOptions): Promise<number[]> {
  const megabytes: number[] = []
  for (let time = 0; time < REPEATS; time++) {
    for (const { name } of worksOf([1], '')) await runAt(place, place, name, seconds)
    await collectGarbage(place.server.pid())
    megabytes.push(residentMegabytes(place.server.pid()))
  }
  return megabytes
}

/** One task at the floor, by the framework, by the framework with a session, and at Tenfold, in turn. */
async function measureSteps(
  many: Tenfold,
  floor: Helper,
  { rounds, seconds }: BenchOptions,
): Promise<OnSqlite['steps']> {
  const framework = await startFramework(many, 'alone')
  const session = await startFramework(many, 'session')
  const steps: { what: string; place: Place; results: Round[] }[] = [
    { what: 'the floor', place: floor, results: [] },
    { what: 'the same by Fastify', place: framework, results: [] },
    { what: 'and a session looked up, headers set', place: session, results: [] },
    { what: 'Tenfold', place: many, results: [] },
  ]
  for (let round = 0; round <= rounds; round++) {
    for (const { place, results } of steps) {
      const result = await runAt(place, many, 'one task', seconds)
      // The first round warms up and does not count.
      if (round > 0) results.push(result)
    }
  }
  await framework.stop()
  await session.stop()
  return steps.map(({ what, results }) => ({ what, round: middle(results) }))
}

async function measureStarts(many: Tenfold, floor: Helper): Promise<OnSqlite['start']> {
  const times = { floor: [] as number[], tenfold: [] as number[] }
  for (let time = 0; time < STARTS; time++) {
    await floor.stop()
    const begun = performance.now()
    Object.assign(floor, await startFloor(many))
    times.floor.push(performance.now() - begun)
    // A stop in order leaves the database to nobody.
    await floor.stop()
    await many.server.stop()
    const begunOurs = performance.now()
    const started = many.server.start()
    await untilAnswered(`${many.url}/healthz`)
    times.tenfold.push(performance.now() - begunOurs)
    await started
  }
  return { floor: median(times.floor), tenfold: median(times.tenfold) }
}
