import { setImmediate } from 'node:timers/promises'

import type { FastifyInstance } from 'fastify'

import type { AppContext } from '../../context.ts'
import { expiryOf } from './run-once.ts'
import { deleteExpiredUndos } from '../undo-store.ts'
import { deleteExpiredKeys } from './store.ts'

const SWEEP_MS = 3_600_000

/** The number of keys deleted per statement, because other requests wait for it on SQLite. */
const KEYS_AT_ONCE = 500

/** Deletes the expired keys and undo data of all users at startup and every hour. */
export function installKeySweep(app: FastifyInstance, { db, clock }: AppContext): void {
  const closing = new AbortController()
  const sweep = async () => {
    try {
      const until = expiryOf(clock.now())
      while (!closing.signal.aborted && (await deleteExpiredKeys(db, until, KEYS_AT_ONCE)))
        await setImmediate()
      await deleteExpiredUndos(db, until)
    } catch (err) {
      app.log.warn({ err }, 'could not delete expired idempotency keys')
    }
  }
  let sweeping = Promise.resolve()
  const begin = () => void (sweeping = sweep())
  app.addHook('onReady', async () => begin())
  const timer = setInterval(begin, SWEEP_MS).unref()
  app.addHook('onClose', async () => {
    closing.abort()
    clearInterval(timer)
    await sweeping
  })
}
