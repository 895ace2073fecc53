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

/** The measurements of a workload on the baseline, with many tasks of other users, and with none. */
export type Compared = { work: string; floor: Round | null; many: Round; few: Round }

export type OnSqlite = {
  compared: Compared[]
  /** The time from starting the process to its first response, in ms. */
  start: { floor: number; tenfold: number }
  /** In MB. */
  memory: { idle: number; after: number; repeats: number[] }
  /** Reading one task, at each step from the baseline to Tenfold. */
  steps: { what: string; round: Round }[]
}

/** Runs the same workload against the baseline and two Tenfold servers, one after the other. */
export async function measureOnSqlite(options: BenchOptions): Promise<OnSqlite> {
  const many = await startTenfold(options.others)
  const few = await startTenfold(0)
  const floor = await startFloor(many)
  try {
    // Measures idle memory right after a restart.
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
  // The first round is a warm-up and does not count.
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

/** Runs one round, and removes the tasks that it created, so that each round starts with the same tasks. */
async function runAt(place: Place, owner: Tenfold, name: string, seconds: number): Promise<Round> {
  const round = await runRound(place, await workOf(owner, name), seconds)
  if (name === 'create') await removeCreated(owner)
  return round
}

async function workOf({ url, cookie, person }: Tenfold, name: string): Promise<Work> {
  const { etag } = name === 'list, unchanged' ? await look(url, cookie) : person
  const work = worksOf(person.taskIds, etag).find((work) => work.name === name)
  if (!work) throw new Error(`There is no workload called ${name}.`)
  return work
}

async function removeCreated({ server, person }: Tenfold): Promise<void> {
  const last = Math.max(...person.taskIds)
  await withDatabase(server, async (db) => {
    await db.deleteFrom('tasks').where('user_id', '=', person.userId).where('id', '>', last).execute()
  })
}

/** Repeats all workloads and measures memory after a garbage collection each time, to detect leaks. */
async function repeat(place: Tenfold, { seconds }: BenchOptions): Promise<number[]> {
  const megabytes: number[] = []
  for (let time = 0; time < REPEATS; time++) {
    for (const { name } of worksOf([1], '')) await runAt(place, place, name, seconds)
    await collectGarbage(place.server.pid())
    megabytes.push(residentMegabytes(place.server.pid()))
  }
  return megabytes
}

/** Reads one task from the baseline, from the framework, from the framework with a session, and from Tenfold, in turn. */
async function measureSteps(
  many: Tenfold,
  floor: Helper,
  { rounds, seconds }: BenchOptions,
): Promise<OnSqlite['steps']> {
  const framework = await startFramework(many, 'alone')
  const session = await startFramework(many, 'session')
  const steps: { what: string; place: Place; results: Round[] }[] = [
    { what: 'the baseline', place: floor, results: [] },
    { what: 'the baseline with Fastify', place: framework, results: [] },
    { what: 'with session lookup and headers', place: session, results: [] },
    { what: 'Tenfold', place: many, results: [] },
  ]
  for (let round = 0; round <= rounds; round++) {
    for (const { place, results } of steps) {
      const result = await runAt(place, many, 'one task', seconds)
      // The first round is a warm-up and does not count.
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
    // After a clean stop no process has the database open.
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
