import { createParser } from 'eventsource-parser'

import type { Change } from '#domain/change.ts'

/** The server says something every 25 seconds; a line that is silent for longer is cut, though nobody said so. */
const SILENCE_MS_MAX = 40_000
const SILENCE_CHECK_MS = 5000

/** The server begins at once; whoever is silent so long is asked by another connection. */
const BEGIN_MS_MAX = 10_000

/** How long to wait before asking again, after so many times in vain. */
const WAITS_MS = [300, 1000, 2000, 5000, 10_000]

/** Many browsers that lost the same server do not all ask at the same moment. */
const SPREAD = 0.5

export type StreamListener = {
  /** The stream is there, and goes on from the change of this number. */
  onOpen: (number: number) => void
  onChange: (number: number, change: Change) => void
  /** What was missed is no longer known. */
  onSnapshot: (number: number) => void
  /** Nobody is signed in here any more. */
  onSignedOut: () => void
}

/**
 * Follows the stream of events for as long as the page is to be seen, and asks again whenever the line is lost. A page
 * that is hidden needs no line, of which a browser has only six to one server.
 * @param since answers from where to go on, each time it begins; null from now
 * @returns what ends it
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
    if (end === 'signed out') return listener.onSignedOut()
    failures = end === 'lost' ? 0 : failures + 1
    if (!document.hidden) await pause(failures, stop)
  }
}

/** How a stream ended: it was there and was lost, it never came, or nobody is signed in. */
type End = 'lost' | 'never came' | 'signed out'

async function readStream(since: number | null, listener: StreamListener, stop: AbortSignal): Promise<End> {
  const line = new AbortController()
  const signal = AbortSignal.any([stop, line.signal])
  const hide = () => document.hidden && line.abort()
  document.addEventListener('visibilitychange', hide, { signal })
  let end: End = 'never came'
  let heardAt = Date.now()
  const watch = setInterval(() => {
    // After sleep this is the first that runs.
    const patience = end === 'lost' ? SILENCE_MS_MAX : BEGIN_MS_MAX
    if (Date.now() - heardAt > patience) line.abort()
  }, SILENCE_CHECK_MS)
  try {
    const response = await fetch(since === null ? '/api/events' : `/api/events?since=${since}`, {
      headers: { accept: 'text/event-stream' },
      signal,
    })
    if (response.status === 401) return 'signed out'
    if (!response.ok || !response.body) return end
    end = 'lost'
    heardAt = Date.now()
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
    // The line was cut, by the network, by silence, or because it is not needed.
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

/** Waits, but no longer than until the network is there again. */
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
