import { setTimeout as delay } from 'node:timers/promises'

import { Client } from 'pg'

import { ConnectionLostError } from './failure.ts'

const PROBE_MS_MAX = 2000
const PAUSE_MS = 250

/** How long a request waits for the probe after another request got no response in time. */
const GRACE_MS = 300

/**
 * Distinguishes a frozen or disconnected database server from a busy one. After a response times out, a separate connection
 * probes the server until it responds. Until then, requests fail without waiting.
 */
export class StallWatch {
  readonly #url: string
  readonly #stop = new AbortController()
  #suspicion: { since: number; over: Promise<void> } | null = null
  #stalls = 0

  constructor(url: string) {
    this.#url = url
  }

  /** The number of stalls so far. A connection that is older than the last stall may be dead. */
  get stalls(): number {
    return this.#stalls
  }

  /** Records that a response timed out. */
  report(): void {
    if (this.#suspicion || this.#stop.signal.aborted) return
    const over = this.#untilAnswered().finally(() => {
      this.#suspicion = null
    })
    this.#suspicion = { since: performance.now(), over }
  }

  /**
   * Waits for the probe, for 300 ms at most.
   * @throws ConnectionLostError while the server doesn't respond
   */
  async requireAnswers(): Promise<void> {
    const suspicion = this.#suspicion
    if (!suspicion) return
    const graceLeft = Math.max(0, suspicion.since + GRACE_MS - performance.now())
    const isOver = await Promise.race([suspicion.over.then(() => true), delay(graceLeft, false)])
    if (!isOver) throw new ConnectionLostError(new Error('the database server does not respond'))
  }

  stop(): void {
    this.#stop.abort()
  }

  async #untilAnswered(): Promise<void> {
    const { signal } = this.#stop
    for (let tries = 0; !signal.aborted && !(await answers(this.#url)); tries++) {
      if (tries === 0) this.#stalls++
      await delay(PAUSE_MS, undefined, { signal, ref: false }).catch(() => undefined)
    }
  }
}

/** Returns whether the server responds in time, even with an error: requests don't wait for a refused connection. */
async function answers(url: string): Promise<boolean> {
  const begun = performance.now()
  const client = new Client({
    connectionString: url,
    application_name: 'tenfold',
    connectionTimeoutMillis: PROBE_MS_MAX,
    query_timeout: PROBE_MS_MAX,
  })
  client.on('error', () => undefined)
  try {
    await client.connect()
    await client.query('select 1')
    return true
  } catch {
    return performance.now() - begun < PROBE_MS_MAX
  } finally {
    // A frozen server never confirms a disconnect.
    void client.end().catch(() => undefined)
  }
}
