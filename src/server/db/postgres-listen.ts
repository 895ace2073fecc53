import { once } from 'node:events'
import { setTimeout as delay } from 'node:timers/promises'

import { Client } from 'pg'

import { ConnectionLostError } from './failure.ts'

/** How often the connection is probed, because a cut connection reports no error. */
const PROBE_MS = 5000
const ANSWER_MS_MAX = 4000
const RETRY_MS = 1000

/** Receives notifications, and learns when some may have been missed. */
export type Listener = {
  /** The advisory lock to hold while listening. */
  lock: readonly [number, number]
  /** Called with a notification on the channel. */
  onNotice: (payload: string) => void
  /** Called when the connection is lost, before the first attempt to reconnect. */
  onLost: (error: unknown) => void
  /** Called when the connection works again. Notifications in between were missed. */
  onResumed: () => void
}

/**
 * Listens on a channel of the database with its own connection, until the returned function is called.
 * @throws ConnectionLostError when the database can't be reached at first
 */
export async function listenPostgres(
  url: string,
  channel: string,
  listener: Listener,
): Promise<() => Promise<void>> {
  const stop = new AbortController()
  const kept = keepListening(await connect(url, channel, listener), stop.signal, listener, () =>
    connect(url, channel, listener),
  )
  return async () => {
    stop.abort()
    await kept
  }
}

async function keepListening(
  first: Client,
  stop: AbortSignal,
  { onLost, onResumed }: Listener,
  connect: () => Promise<Client>,
): Promise<void> {
  let client: Client | null = first
  while (!stop.aborted) {
    if (client) {
      const error = await untilLost(client, stop)
      // A dead server may never respond.
      const end = client.end().catch(() => undefined)
      client = null
      if (stop.aborted) await end
      else onLost(error)
    } else {
      await delay(RETRY_MS, undefined, { signal: stop }).catch(() => undefined)
      client = stop.aborted ? null : await connect().catch(() => null)
      if (client) onResumed()
    }
  }
  await client?.end().catch(() => undefined)
}

/** Waits until the connection is lost or `stop` aborts. Returns the reason. */
async function untilLost(client: Client, stop: AbortSignal): Promise<unknown> {
  const over = new AbortController()
  const signal = AbortSignal.any([stop, over.signal])
  const lost = [once(client, 'end', { signal }), probeAgainAndAgain(client, signal)]
  try {
    return await Promise.race(lost)
  } catch (error) {
    return error
  } finally {
    over.abort()
    await Promise.allSettled(lost)
  }
}

async function probeAgainAndAgain(client: Client, signal: AbortSignal): Promise<never> {
  for (;;) {
    await delay(PROBE_MS, undefined, { signal, ref: false })
    await client.query('select 1')
  }
}

async function connect(url: string, channel: string, { lock, onNotice }: Listener): Promise<Client> {
  const client = new Client({
    connectionString: url,
    application_name: 'tenfold',
    keepAlive: true,
    connectionTimeoutMillis: ANSWER_MS_MAX,
    query_timeout: ANSWER_MS_MAX,
  })
  // Without a listener, a lost connection would end the process.
  client.on('error', () => undefined)
  client.on('notification', ({ payload }) => onNotice(payload ?? ''))
  try {
    await client.connect()
    await client.query('select pg_advisory_lock_shared($1, $2)', [...lock])
    await client.query(`listen ${client.escapeIdentifier(channel)}`)
    return client
  } catch (error) {
    void client.end().catch(() => undefined)
    throw new ConnectionLostError(error)
  }
}
