import { readFileSync, readdirSync } from 'node:fs'

import { percentile } from '../measure.ts'
import type { Operation } from './operations.ts'
import type { Side, Sides } from './sides.ts'

/** The measurements of an operation on one server, over all rounds, in ms. */
export type Measured = {
  /** The 10th percentile of the times, because other work on the machine only adds time. */
  time: number
  /** The CPU time per repetition. 0 for jobs, which run in the benchmark's own process. */
  server: number
  database: number
}

export type Growth = { name: string; isJob: boolean; few: Measured; many: Measured }

type Samples = { times: number[]; server: number; database: number }

const WARM_UPS = 3
const SHARE = 0.1
const NS_PER_MS = 1e6

/**
 * Alternates each operation between both servers, one repetition at a time, so that other work on the machine slows
 * both.
 */
export async function compareInTurn(
  { few, many }: Sides,
  operations: readonly Operation[],
  { rounds, requests }: { rounds: number; requests: number },
): Promise<Growth[]> {
  const sides = [few, many] as const
  const samples = operations.map(() => [newSamples(), newSamples()] as const)
  // The first round is a warm-up.
  for (let round = 0; round <= rounds; round++) {
    for (const [index, operation] of operations.entries()) {
      const ours = (round > 0 && samples[index]) || ([newSamples(), newSamples()] as const)
      await runRound(sides, operation, requests, ours)
    }
    console.log(`${many.dialect}: round ${round} of ${rounds}`)
  }
  return operations.map(({ name, isJob = false }, index) => {
    const [few, many] = samples[index] ?? [newSamples(), newSamples()]
    return { name, isJob, few: toMeasured(few, isJob), many: toMeasured(many, isJob) }
  })
}

function newSamples(): Samples {
  return { times: [], server: 0, database: 0 }
}

function toMeasured({ times, server, database }: Samples, isJob: boolean): Measured {
  const count = isJob ? Infinity : times.length
  return { time: percentile(times, SHARE), server: server / count, database: database / count }
}

async function runRound(
  sides: readonly [Side, Side],
  operation: Operation,
  requests: number,
  samples: readonly [Samples, Samples],
): Promise<void> {
  const amount = requests + WARM_UPS
  const runs = [await operation.begin(sides[0], amount), await operation.begin(sides[1], amount)] as const
  let before = [await usageOf(sides[0]), await usageOf(sides[1])] as const
  for (let index = 0; index < amount; index++) {
    if (index === WARM_UPS) before = [await usageOf(sides[0]), await usageOf(sides[1])]
    // The servers take turns going first.
    for (const side of index % 2 === 0 ? ([0, 1] as const) : ([1, 0] as const)) {
      const ms = await runs[side](index)
      if (index >= WARM_UPS) samples[side].times.push(ms)
    }
  }
  for (const side of [0, 1] as const) {
    const used = usedSince(before[side], await usageOf(sides[side]))
    samples[side].server += used.server
    samples[side].database += used.database
  }
}

/** The CPU time so far of a server and of each of its PostgreSQL connections, in ms. */
export type Usage = { server: number; connections: ReadonlyMap<number, number> }

export async function usageOf(side: Side): Promise<Usage> {
  const pids = await side.databasePids()
  return {
    server: processorMs(side.server.pid()),
    connections: new Map(pids.map((pid) => [pid, processorMs(pid)])),
  }
}

/** Returns the CPU time used between two measurements, without connections that were closed in between. */
export function usedSince(before: Usage, after: Usage): { server: number; database: number } {
  const database = [...after.connections].map(([pid, ms]) => ms - (before.connections.get(pid) ?? 0))
  return { server: after.server - before.server, database: database.reduce((sum, ms) => sum + ms, 0) }
}

/** Sums the CPU time of a process's threads. The ticks of `../server/process.ts` are longer than most requests. */
function processorMs(pid: number): number {
  try {
    const folder = `/proc/${pid}/task`
    const nanoseconds = readdirSync(folder).map((task) =>
      Number(readFileSync(`${folder}/${task}/schedstat`, 'utf8').split(' ')[0]),
    )
    return nanoseconds.reduce((sum, ns) => sum + ns, 0) / NS_PER_MS
  } catch {
    // The thread has just ended.
    return 0
  }
}
