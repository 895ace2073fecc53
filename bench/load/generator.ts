import { performance } from 'node:perf_hooks'
import { setTimeout as delay } from 'node:timers/promises'

import { percentile } from '../measure.ts'
import { type Answer, Connection } from './connection.ts'
import type { User } from './users.ts'

/** A stretch of requests at a planned rate. */
export type Stretch = {
  /** The planned rate. */
  rate: number
  /** Correct responses per second. */
  answered: number
  /** For each correct response, the ms from the planned start of its request to its end. */
  times: number[]
  /** The number of 503 responses with `Retry-After`. */
  rejected: number
  /** The number of other unexpected responses and of lost connections. */
  wrong: number
  /** Requests that were not sent, because all connections of all users were waiting for a response. */
  unsent: number
  /** The ms from the last request to the last response. */
  lateMs: number
  /** The share of time in which this process was busy. When the share is close to 1, the generator limits the rate. */
  generator: number
}

/** How many batches of requests to send per second. */
const TICKS = 500

/** The open connections of each user, besides the event stream. */
const CONNECTIONS = 2

type Call = { head: string; body?: string; statuses: readonly number[]; done?: (answer: Answer) => void }

/**
 * Returns the next request of a user. Nine in ten are reads: the list if it has changed, one task, or the whole list.
 */
function nextCall(user: User): Call {
  const turn = Math.random()
  const path = `/api/tasks/${user.taskIds[Math.floor(Math.random() * user.taskIds.length)]}`
  if (turn < 0.4) {
    const done = ({ head }: Answer) => (user.etag = /\r\netag: (\S+)/i.exec(head)?.[1] ?? user.etag)
    return { head: `GET /api/tasks HTTP/1.1\r\nIf-None-Match: ${user.etag}\r\n`, statuses: [200, 304], done }
  }
  if (turn < 0.8) return { head: `GET ${path} HTTP/1.1\r\n`, statuses: [200] }
  if (turn < 0.9) return { head: 'GET /api/tasks HTTP/1.1\r\n', statuses: [200] }
  if (turn < 0.96) {
    const body = JSON.stringify({ notes: `Note ${turn}` })
    return { head: `PATCH ${path} HTTP/1.1\r\n`, body, statuses: [200] }
  }
  // Deletes each created task, so that the lists keep their length.
  const created = user.created.pop()
  if (created !== undefined) return { head: `DELETE /api/tasks/${created} HTTP/1.1\r\n`, statuses: [204] }
  return {
    head: 'POST /api/tasks HTTP/1.1\r\n',
    body: JSON.stringify({ title: `Renew the passports ${turn}` }),
    statuses: [201],
    done: ({ body }) => user.created.push((JSON.parse(body) as { id: number }).id),
  }
}

function textOf({ head, body }: Call, cookie: string): string {
  const rest = `Host: tenfold\r\nCookie: ${cookie}\r\n`
  if (body === undefined) return `${head}${rest}\r\n`
  return `${head}${rest}Content-Type: application/json\r\nContent-Length: ${body.length}\r\n\r\n${body}`
}

type Outcome = 'right' | 'rejected' | 'wrong'

async function sendOne(user: User, connection: Connection): Promise<Outcome> {
  const call = nextCall(user)
  const answer = await connection.send(textOf(call, user.cookie))
  if (!answer) return 'wrong'
  if (call.statuses.includes(answer.status)) {
    call.done?.(answer)
    return 'right'
  }
  return answer.status === 503 && /\r\nretry-after: \d/i.test(answer.head) ? 'rejected' : 'wrong'
}

export type Generator = Awaited<ReturnType<typeof createGenerator>>

/**
 * Opens connections for each user. Returns functions that send a realistic mix of requests over them, one user after
 * another.
 */
export async function createGenerator(address: string, users: readonly User[]) {
  const url = new URL(address)
  const pairs: { user: User; connection: Connection }[] = []
  for (let round = 0; round < CONNECTIONS; round++) {
    for (const user of users) {
      const pair = { user, connection: new Connection(url) }
      if ((await sendOne(user, pair.connection)) === 'wrong') throw new Error('The server rejects a user.')
      pairs.push(pair)
    }
  }
  let turn = 0
  /** Returns the next user with a free connection, or null. */
  const next = (): [User, Connection] | null => {
    for (let tries = 0; tries < pairs.length; tries++) {
      const pair = pairs[turn++ % pairs.length]
      if (!pair?.connection.isFree) continue
      if (!pair.connection.isOpen) pair.connection = new Connection(url)
      return [pair.user, pair.connection]
    }
    return null
  }
  return {
    /** Sends requests at a rate per second, regardless of how long the responses take. */
    run: async (rate: number, seconds: number): Promise<Stretch> => {
      const times: number[] = []
      const counts = { right: 0, rejected: 0, wrong: 0 }
      let unsent = 0
      const sendNext = async (planned: number) => {
        const free = next()
        if (!free) return void unsent++
        const outcome = await sendOne(...free)
        counts[outcome]++
        if (outcome === 'right') times.push(performance.now() - planned)
      }
      const used = performance.eventLoopUtilization()
      const begun = performance.now()
      const open = new Set<Promise<void>>()
      let sent = 0
      for (let tick = 1; tick <= seconds * TICKS; tick++) {
        const planned = begun + (tick * 1000) / TICKS
        const wait = planned - performance.now()
        if (wait > 0) await delay(wait)
        for (const due = Math.round((tick * rate) / TICKS); sent < due; sent++) {
          const sending = sendNext(planned).finally(() => open.delete(sending))
          open.add(sending)
        }
      }
      const ended = performance.now()
      const { utilization } = performance.eventLoopUtilization(used)
      await Promise.all(open)
      return {
        rate,
        answered: counts.right / ((ended - begun) / 1000),
        times,
        rejected: counts.rejected,
        wrong: counts.wrong,
        unsent,
        lateMs: performance.now() - ended,
        generator: utilization,
      }
    },
    close: () => pairs.forEach(({ connection }) => connection.close()),
  }
}

/** Returns a percentile of the times of correct responses, in ms. */
export function timeAt(stretches: readonly Stretch[], share: number): number {
  return percentile(
    stretches.flatMap(({ times }) => times),
    share,
  )
}

/** Returns how many requests of a stretch had no correct response. */
export function failuresOf({ rejected, wrong, unsent }: Stretch): number {
  return rejected + wrong + unsent
}
