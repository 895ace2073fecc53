import type { FastifyBaseLogger, FastifyInstance } from 'fastify'

import type { AppContext } from '../context.ts'
import { Mutex } from '../queues/keyed-mutex.ts'
import { startEffects } from '../run/execute.ts'
import { watchClock } from './watch-clock.ts'

const HOUR_MS = 3_600_000

/** How a sweep runs. `canExpire` is false while the clock may be wrong. `closing` aborts when the server closes. */
export type SweepRun = { canExpire: boolean; closing: AbortSignal; log: FastifyBaseLogger }

/**
 * Runs sweeps in the background, in this order, when the server starts and every hour. If one fails, the others still run.
 * @param sweeps by the name of the data, for the log
 */
export function sweepHourly(
  app: FastifyInstance,
  { clock }: Pick<AppContext, 'clock'>,
  sweeps: Readonly<Record<string, (run: SweepRun) => Promise<void>>>,
): void {
  const isClockTrusted = watchClock(clock, (days) =>
    app.log.warn({ days }, 'the clock jumped ahead, so nothing expires for a day'),
  )
  const closing = new AbortController()
  const sweepAll = async () => {
    const run = { canExpire: isClockTrusted(), closing: closing.signal, log: app.log }
    for (const [name, sweep] of Object.entries(sweeps)) {
      if (run.closing.aborted) return
      await sweep(run).catch((err: unknown) => app.log.warn({ err }, `could not sweep ${name}`))
    }
  }
  const mutex = new Mutex()
  const begin = () => startEffects(app.log, () => mutex.runExclusive(sweepAll))
  // The first sweep can take minutes, which is longer than a start may take.
  app.addHook('onReady', async () => begin())
  const timer = setInterval(begin, HOUR_MS).unref()
  app.addHook('preClose', async () => {
    closing.abort()
    clearInterval(timer)
  })
}
