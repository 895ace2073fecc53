import { randomUUID } from 'node:crypto'
import { setTimeout as delay } from 'node:timers/promises'

import { expect, vi } from 'vitest'

import { forFaults } from './figures.ts'
import { type ServerProcess, call } from './server-process.ts'

/** Writers per burst. Source: faults F1 and F2. */
export const WRITERS = 16

const RETRY_MS = 20

/** The random part of the time until the server is stopped, in ms. */
const RANDOM_MS_MAX = forFaults(300, 2000)

type Writers = {
  writers?: number
  /** Null if the server exits on its own. */
  signal?: NodeJS.Signals | null
  /** Runs alongside every third write of a writer, for example to send a write that fails. */
  beside?: () => Promise<void>
}

/**
 * Creates tasks without retries until the server exits, at a random moment of the burst.
 * @param cookies the sessions, which the writers use in turn
 * @returns the titles that the server acknowledged, all different
 */
export async function endDuringWrites(
  server: ServerProcess,
  cookies: string | readonly string[],
  { writers = WRITERS, signal = 'SIGKILL', beside = async () => {} }: Writers = {},
): Promise<string[]> {
  const acknowledged: string[] = []
  const known = [cookies].flat()
  const cookieOf = (index: number) => known[index % known.length] ?? ''
  const write = async (cookie: string) => {
    for (let turn = 0; ; turn++) {
      const title = randomUUID()
      const [response] = await Promise.all([
        call(server, 'POST', '/api/tasks', { title }, cookie),
        turn % 3 === 2 && beside(),
      ])
      if (response.status !== 201) throw new Error(`a write was answered with ${response.status}`)
      await response.arrayBuffer()
      acknowledged.push(title)
    }
  }
  const writing = Promise.allSettled(Array.from({ length: writers }, (_, index) => write(cookieOf(index))))
  if (signal) {
    await vi.waitUntil(() => acknowledged.length > writers, { timeout: 30_000 })
    await delay(Math.random() * RANDOM_MS_MAX)
    server.child.kill(signal)
  }
  const outcomes = await writing
  const reasons = outcomes.map((outcome) => (outcome.status === 'rejected' ? String(outcome.reason) : ''))
  // All other rejections are connections that broke when the server ended.
  expect(reasons.filter((reason) => /was answered with|AssertionError/.test(reason))).toEqual([])
  return acknowledged
}

/** Writers that retry each task with the same key until the server acknowledges it. */
export type Burst = {
  acknowledged: string[]
  /** Every status that occurred. */
  statuses: Set<number>
  /** Lets each writer finish its task, and resolves when all are done. */
  end(): Promise<void>
}

/** Starts writers. Fails on a response other than 201 and 503 with `Retry-After`, and on a lost connection. */
export function startBurst(server: ServerProcess, cookie: string, writers = WRITERS): Burst {
  const acknowledged: string[] = []
  const statuses = new Set<number>()
  const over = new AbortController()
  const write = async () => {
    while (!over.signal.aborted) {
      const title = randomUUID()
      const headers = { cookie, 'content-type': 'application/json', 'idempotency-key': title }
      const request = { method: 'POST', headers, body: JSON.stringify({ title }) }
      for (;;) {
        const response = await fetch(`${server.url}/api/tasks`, request)
        const body = await response.text()
        statuses.add(response.status)
        if (response.status === 201) break
        expect([response.status, response.headers.get('retry-after'), body]).toEqual([503, '2', body])
        await delay(RETRY_MS)
      }
      acknowledged.push(title)
    }
  }
  const all = Promise.all(Array.from({ length: writers }, write))
  // A failure is reported by `end`.
  all.catch(() => undefined)
  return {
    acknowledged,
    statuses,
    end: async () => {
      over.abort()
      await all
    },
  }
}
