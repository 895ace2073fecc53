import { randomUUID } from 'node:crypto'
import { setTimeout as delay } from 'node:timers/promises'

import { createParser } from 'eventsource-parser'

const ACCOUNTS = 4
const WRITERS = 16
const PAUSE_MS = 20
/** Every fourth task is deleted. The other tasks are completed. */
const DELETED_OF = 4
const RETRY_MS = 200

/** How long to wait for a response before a retry. The server responds within 5 s. */
const ANSWER_MS_MAX = 6000

/** How long streams can take to receive the last change. */
const LAST_CHANGE_MS_MAX = 10_000

/** Users who write continuously, and browsers that follow their changes. */
export type Load = {
  /** The titles of tasks that were created and not deleted. */
  acknowledged: readonly string[]
  /** When each write was acknowledged, in ms of `performance.now()`. */
  times: readonly number[]
  /** Responses other than success and 503. */
  unexpected: ReadonlySet<string>
  /** Stops the writers and waits until the streams have all changes. Returns how many changes are missing or arrived twice. */
  end(): Promise<{ gaps: number; repeats: number; changes: number }>
}

/** Registers the accounts and starts 16 writers and one stream per account. */
export async function startLoad(url: string): Promise<Load> {
  const cookies: string[] = []
  for (let number = 0; number < ACCOUNTS; number++) cookies.push(await register(url, number))
  const acknowledged: string[] = []
  const times: number[] = []
  const unexpected = new Set<string>()
  const over = new AbortController()
  const streams = await Promise.all(cookies.map((cookie) => follow(url, cookie)))

  /** Retries a write until it succeeds. Returns the response body. */
  const send = async (write: Write): Promise<{ id?: number }> => {
    for (;;) {
      const { status, body } = await attempt(url, write)
      if (status !== null && status < 300) {
        times.push(performance.now())
        return body === '' ? {} : JSON.parse(body)
      }
      if (status !== null && status !== 503) unexpected.add(`${write.method} ${status} ${body}`)
      await delay(RETRY_MS)
    }
  }
  const write = async (cookie: string) => {
    for (let turn = 0; !over.signal.aborted; turn++) {
      const title = randomUUID()
      const { id } = await send({ cookie, method: 'POST', path: '/api/tasks', key: title, body: { title } })
      const path = `/api/tasks/${id}`
      if (turn % DELETED_OF === 0) {
        await send({ cookie, method: 'DELETE', path, key: `${title} deleted` })
      } else {
        acknowledged.push(title)
        const body = { completed: true }
        await send({ cookie, method: 'PATCH', path, key: `${title} completed`, body })
      }
      await delay(PAUSE_MS)
    }
  }
  const writing = Promise.all(
    Array.from({ length: WRITERS }, (_, index) => write(cookies[index % ACCOUNTS] ?? '')),
  )
  return {
    acknowledged,
    times,
    unexpected,
    end: async () => {
      over.abort()
      await writing
      let gaps = 0
      let repeats = 0
      let changes = 0
      for (const [index, stream] of streams.entries()) {
        const last = await lastChange(url, cookies[index] ?? '')
        const result = await stream.end(last)
        gaps += result.gaps
        repeats += result.repeats
        changes += last
      }
      return { gaps, repeats, changes }
    },
  }
}

type Write = { cookie: string; method: string; path: string; key: string; body?: unknown }

/** Sends a write once. The status is null if there is no response. */
async function attempt(url: string, { cookie, method, path, key, body }: Write) {
  const headers = {
    cookie,
    'idempotency-key': key,
    ...(body !== undefined && { 'content-type': 'application/json' }),
  }
  try {
    const signal = AbortSignal.timeout(ANSWER_MS_MAX)
    const response = await fetch(`${url}${path}`, { method, headers, body: JSON.stringify(body), signal })
    return { status: response.status, body: await response.text() }
  } catch {
    return { status: null, body: '' }
  }
}

async function register(url: string, number: number): Promise<string> {
  const response = await fetch(`${url}/api/register`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ email: `writer${number}@example.com`, password: 'a quiet green harbour' }),
  })
  if (response.status !== 201) throw new Error(`Registration returned ${response.status}.`)
  return response.headers.getSetCookie()[0]?.split(';')[0] ?? ''
}

async function lastChange(url: string, cookie: string): Promise<number> {
  const response = await fetch(`${url}/api/tasks`, { headers: { cookie } })
  await response.body?.cancel()
  return Number(response.headers.get('x-change'))
}

/** Follows an account's changes as a browser does: reconnects, and resumes after the last change it received. */
async function follow(url: string, cookie: string) {
  const numbers: number[] = []
  let first: number | null = null
  let last = 0
  let snapshots = 0
  const over = new AbortController()
  const { promise: isOpen, resolve: opened } = Promise.withResolvers<void>()
  const connect = async () => {
    const headers = { cookie, ...(first !== null && { 'last-event-id': String(last) }) }
    const response = await fetch(`${url}/api/events`, { headers, signal: over.signal })
    if (!response.ok) {
      await response.body?.cancel()
      return
    }
    const parser = createParser({
      onEvent: ({ id, event }) => {
        last = Number(id)
        if (event === 'snapshot') snapshots++
        else numbers.push(last)
      },
    })
    const decoder = new TextDecoder()
    let head = ''
    for await (const chunk of response.body ?? []) {
      const text = decoder.decode(chunk, { stream: true })
      if (first === null) {
        head += text
        const began = /^id: (\d+)$/m.exec(head)?.[1]
        if (began === undefined) continue
        first = last = Number(began)
        opened()
      }
      parser.feed(text)
    }
  }
  const following = (async () => {
    while (!over.signal.aborted) {
      await connect().catch(() => undefined)
      await delay(RETRY_MS)
    }
  })()
  await isOpen
  return {
    /** Waits for the last change. Returns how many changes are missing or arrived twice. */
    end: async (until: number) => {
      const deadline = performance.now() + LAST_CHANGE_MS_MAX
      const isLate = () => last < until && performance.now() < deadline
      while (isLate()) await delay(100)
      over.abort()
      await following
      const received = new Set(numbers)
      const gaps = until - (first ?? 0) - received.size + snapshots
      return { gaps, repeats: numbers.length - received.size }
    },
  }
}
