import autocannon, { type Request } from 'autocannon'

import { median } from '../measure.ts'
import { processorMs } from './process.ts'

export const CONNECTIONS = 10

/** A busy disk can take 200 ms per commit, and a request can wait for 50 commits. */
const TIMEOUT_S = 60

/** A request that is repeated, and its expected response. */
export type Work = {
  name: string
  request: Request
  status: number
  /**
   * The number of requests in a round. Without this number, a round is limited by time. Writes set it, so that both
   * sides write equally often.
   */
  amount?: number
}

/** A server under load: its address, the user, and the processes that do the work. */
export type Place = { url: string; cookie: string; pids: () => number[] }

/** The measurements of one round. Times are in ms. */
export type Round = {
  requests: number
  perSecond: number
  median: number
  p99: number
  /** The CPU time of these processes per request, independent of other work on the machine. */
  processor: number
}

/**
 * Runs one round of a workload against a server, with one request at a time on each connection.
 * @throws Error when a response is not as expected
 */
export async function runRound(
  place: Place,
  work: Work,
  seconds: number,
  connections = CONNECTIONS,
): Promise<Round> {
  const times: number[] = []
  let wrong = 0
  const headers = { cookie: place.cookie, 'content-type': 'application/json', ...work.request.headers }
  const before = processorMs(place.pids())
  const begun = performance.now()
  const run = autocannon({
    url: place.url,
    connections,
    timeout: TIMEOUT_S,
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
      `${work.name} at ${place.url}: ${errors} errors, ${wrong} of ${times.length} wrong responses`,
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

/** Returns the median of each measurement over the rounds. */
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
