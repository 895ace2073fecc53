import autocannon, { type Request } from 'autocannon'

import { median } from '../measure.ts'
import { processorMs } from './process.ts'

export const CONNECTIONS = 10

/** What is asked for again and again, and how it is answered when all is well. */
export type Work = {
  name: string
  request: Request
  status: number
  /** How many requests a round has; without it a round takes its seconds. Writes are counted, so that both sides write the same. */
  amount?: number
}

/** Where a work is done: an address, who is asking, and the processes that work for the answer. */
export type Place = { url: string; cookie: string; pids: () => number[] }

/** What one round came to. Times are in ms. */
export type Round = {
  requests: number
  perSecond: number
  median: number
  p99: number
  /** Processor time of the place for one request, whatever else the machine does meanwhile. */
  processor: number
}

/**
 * Does a work at a place for one round, ten requests at a time.
 * @throws Error when an answer is not what it should be
 */
export async function runRound(place: Place, work: Work, seconds: number): Promise<Round> {
  const times: number[] = []
  let wrong = 0
  const headers = { cookie: place.cookie, 'content-type': 'application/json', ...work.request.headers }
  const before = processorMs(place.pids())
  const begun = performance.now()
  const run = autocannon({
    url: place.url,
    connections: CONNECTIONS,
    ...(work.amount === undefined ? { duration: seconds } : { amount: work.amount }),
    requests: [{ ...work.request, headers }],
  })
  let last = begun
  run.on('response', (_client, status, _bytes, ms) => {
    last = performance.now()
    times.push(ms)
    if (status !== work.status) wrong++
  })
  const { errors } = await run
  if (errors + wrong > 0 || times.length === 0) {
    throw new Error(
      `${work.name} at ${place.url}: ${errors} errors, ${wrong} of ${times.length} answered wrong`,
    )
  }
  return {
    requests: times.length,
    perSecond: times.length / ((last - begun) / 1000),
    median: median(times),
    p99: times.toSorted((a, b) => a - b)[Math.floor(times.length * 0.99)] ?? 0,
    processor: (processorMs(place.pids()) - before) / times.length,
  }
}

/** The rounds' medians, each for itself. */
export function middle(rounds: readonly Round[]): Round {
  const of = (read: (round: Round) => number) => median(rounds.map(read))
  return {
    requests: of((round) => round.requests),
    perSecond: of((round) => round.perSecond),
    median: of((round) => round.median),
    p99: of((round) => round.p99),
    processor: of((round) => round.processor),
  }
}
