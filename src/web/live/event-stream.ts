import { createParser } from 'eventsource-parser'

import type { Change } from '#domain/tasks/change.ts'

import { connection } from '../sync/connection.ts'
import { latestAnswer } from '../sync/latest-answer.ts'

/** The server sends a comment every 25 s, so a stream that is silent for longer is broken. */
const SILENCE_MS_MAX = 40_000
const SILENCE_CHECK_MS = 5000

/** The server responds at once, so a request without a response for this long is retried. */
const BEGIN_MS_MAX = 10_000

/** The wait before each reconnect, in ms, by the number of failures. The last one repeats. */
const WAITS_MS = [300, 1000, 2000, 5000, 10_000]

/** Jitter, so that browsers don't all reconnect at once after a server fails. */
const SPREAD = 0.5

export type StreamListener = {
  /** Called with the number of the change after which the stream continues. */
  onOpen: (number: number) => void
  onChange: (number: number, change: Change) => void
  onSnapshot: (number: number) => void
  /** Resolves to true when the user has signed in again, and to false if the page has ended. */
  onSignedOut: () => Promise<boolean>
}

/**
 * Follows the event stream while the page is visible, and reconnects when it breaks. A hidden page closes the stream,
 * because a browser has only six connections to one server.
 * @param since called on each connect; returns the number of the last known change, or null to start with the next one
 * @returns a function that ends it
 */
export function followEvents(since: () => number | null, listener: StreamListener): () => void {
  const stop = new AbortController()
  void follow(since, listener, stop.signal)
  return () => stop.abort()
}

async function follow(
  since: () => number | null,
  listener: StreamListener,
  stop: AbortSignal,
): Promise<void> {
  let failures = 0
  while (!stop.aborted) {
    await untilVisible(stop)
    const end = stop.aborted ? null : await readStream(since(), listener, stop)
    if (end === 'signed out') {
      if (await listener.onSignedOut()) continue
      return
    }
    // A hidden page closes the stream itself.
    if (end && !stop.aborted && !document.hidden)
      connection.report(end === 'refused' ? 'unavailable' : 'offline')
    failures = end === 'lost' ? 0 : failures + 1
    if (!document.hidden) await pause(failures, stop)
  }
}

type End = 'lost' | 'never came' | 'refused' | 'signed out'

async function readStream(since: number | null, listener: StreamListener, stop: AbortSignal): Promise<End> {
  const line = new AbortController()
  const signal = AbortSignal.any([stop, line.signal])
  const hide = () => document.hidden && line.abort()
  document.addEventListener('visibilitychange', hide, { signal })
  // Without a network the stream just stays silent. Reconnecting detects that. A server on this machine still works.
  window.addEventListener('offline', () => line.abort(), { signal })
  let end: End = 'never came'
  let heardAt = Date.now()
  const watch = setInterval(() => {
    const patience = end === 'lost' ? SILENCE_MS_MAX : BEGIN_MS_MAX
    if (Date.now() - heardAt > patience) line.abort()
  }, SILENCE_CHECK_MS)
  try {
    const response = await fetch(since === null ? '/api/events' : `/api/events?since=${since}`, {
      headers: { accept: 'text/event-stream' },
      signal,
    })
    latestAnswer.set(response)
    if (response.status === 401) return 'signed out'
    if (!response.ok || !response.body) return 'refused'
    end = 'lost'
    heardAt = Date.now()
    connection.report(null)
    listener.onOpen(Number(response.headers.get('x-change')))
    const parser = createParser({ onEvent: ({ id, event, data }) => tell(listener, Number(id), event, data) })
    const decoder = new TextDecoder()
    const reader = response.body.getReader()
    for (;;) {
      const { done, value } = await reader.read()
      if (done) return end
      heardAt = Date.now()
      parser.feed(decoder.decode(value, { stream: true }))
    }
  } catch {
    // The network, the silence check or a hidden page ended the stream.
    return end
  } finally {
    clearInterval(watch)
    line.abort()
  }
}

function tell(listener: StreamListener, number: number, event: string | undefined, data: string): void {
  if (event === 'change') listener.onChange(number, JSON.parse(data) as Change)
  if (event === 'snapshot') listener.onSnapshot(number)
}

function untilVisible(stop: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const done = new AbortController()
    const look = () => {
      if (document.hidden && !stop.aborted) return
      done.abort()
      resolve()
    }
    document.addEventListener('visibilitychange', look, { signal: done.signal })
    stop.addEventListener('abort', look, { signal: done.signal })
    look()
  })
}

function pause(failures: number, stop: AbortSignal): Promise<void> {
  const wait = (WAITS_MS[Math.min(failures, WAITS_MS.length - 1)] ?? 0) * (1 + SPREAD * Math.random())
  return new Promise((resolve) => {
    const done = new AbortController()
    const end = () => {
      clearTimeout(timer)
      done.abort()
      resolve()
    }
    const timer = setTimeout(end, wait)
    window.addEventListener('online', end, { signal: done.signal })
    stop.addEventListener('abort', end, { signal: done.signal })
  })
}
