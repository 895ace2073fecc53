import { once } from 'node:events'
import { setTimeout as delay } from 'node:timers/promises'

import { Client } from 'pg'

import { ConnectionLostError } from './failure.ts'

/** A line that is cut says nothing, so it is asked. */
const PROBE_MS = 10_000
const ANSWER_MS_MAX = 5000
const RETRY_MS = 1000

/** Who hears notices, and hears of those that it may have missed. */
export type Listener = {
  /** A notice on the channel. */
  onNotice: (payload: string) => void
  /** The line was lost; it is tried again until it is there. */
  onLost: (error: unknown) => void
  /** The line is there again: what was said meanwhile was not heard. */
  onResumed: () => void
}

/**
 * Hears what is said on a channel of the database, by a connection of its own, until the function that is answered is
 * called.
 * @throws ConnectionLostError when the database cannot be reached at first
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
      // Who is gone may never answer a good-bye.
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

/** Waits until the connection is lost, and answers the reason; or until it is not wanted any more. */
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

async function connect(url: string, channel: string, { onNotice }: Listener): Promise<Client> {
  const client = new Client({
    connectionString: url,
    application_name: 'tenfold',
    keepAlive: true,
    connectionTimeoutMillis: ANSWER_MS_MAX,
    query_timeout: ANSWER_MS_MAX,
  })
  // Without a listener, a connection that is lost would end the process.
  client.on('error', () => undefined)
  client.on('notification', ({ payload }) => onNotice(payload ?? ''))
  try {
    await client.connect()
    await client.query(`listen ${client.escapeIdentifier(channel)}`)
    return client
  } catch (error) {
    void client.end().catch(() => undefined)
    throw new ConnectionLostError(error)
  }
}
