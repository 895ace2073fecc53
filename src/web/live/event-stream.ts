import { createParser } from 'eventsource-parser'

import type { Change } from '#domain/tasks/change.ts'

import { type Outage, connection } from '../sync/connection.ts'
import { latestAnswer } from '../sync/latest-answer.ts'
import { pageUser } from '../sync/page-user.ts'
import { joinWindows } from './stream-leader.ts'

/** The server sends a comment every 25 s. With the check below and the grace time, silence is reported within 40 s. */
const SILENCE_MS_MAX = 32_000
const SILENCE_CHECK_MS = 5000

/** A request without a response is retried after this time, because the server responds immediately. */
const BEGIN_MS_MAX = 10_000

/** The delay before each reconnect, in ms, by the number of failures. The last delay repeats. */
const WAITS_MS = [300, 1000, 2000, 5000, 10_000]

/** Jitter, so that browsers don't all reconnect at the same time after a server fails. */
const SPREAD = 0.5

export type StreamListener = {
  /** Called with the number of the change after which the stream continues. */
  onOpen: (number: number) => void
  onChange: (number: number, change: Change) => void
  onSnapshot: (number: number) => void
  /** Resolves to true when the user has signed in again, and to false if the page is now signed out. */
  onSignedOut: () => Promise<boolean>
}

/** What a window receives from the stream, or from the window that reads the stream. */
type News =
  | { kind: 'open' | 'snapshot'; number: number }
  | { kind: 'change'; number: number; change: Change }
  | { kind: 'down'; outage: Outage }

/**
 * Follows the event stream while the page is visible, and reconnects when it breaks. The user's windows in one browser
 * share one stream; a hidden window has none.
 * @param since called on each connect; returns the number of the last known change, or null to start with the next one
 * @returns a function that ends it
 */
export function followEvents(
  userId: string,
  since: () => number | null,
  listener: StreamListener,
): () => void {
  const stop = new AbortController()
  void follow(userId, since, listener, stop.signal)
  return () => stop.abort()
}

async function follow(
  userId: string,
  since: () => number | null,
  listener: StreamListener,
  stop: AbortSignal,
): Promise<void> {
  const hear = (news: News) => tell(listener, news)
  const windows = joinWindows(`tenfold:events:${userId}`, hear, stop)
  const share = (news: News) => {
    hear(news)
    windows.tell(news, 'number' in news ? { kind: 'open', number: news.number } : news)
  }
  let failures = 0
  let hidden = untilHidden(windows.leave)
  for (;;) {
    await untilVisible(stop)
    if (stop.aborted) return
    if (hidden.aborted) hidden = untilHidden(windows.leave)
    const lost = windows.lead()
    const end = await readStream(since(), share, AbortSignal.any([stop, hidden, lost]))
    if (end === 'signed out') {
      windows.leave()
      if (await listener.onSignedOut()) continue
      return
    }
    if (lost.aborted) await windows.follow(AbortSignal.any([stop, hidden]))
    else if (!stop.aborted && !hidden.aborted)
      share({ kind: 'down', outage: end === 'refused' ? 'unavailable' : 'offline' })
    failures = end === 'lost' || lost.aborted ? 0 : failures + 1
    await pause(failures, AbortSignal.any([stop, hidden, lost]))
  }
}

type End = 'lost' | 'never came' | 'refused' | 'signed out'

async function readStream(
  since: number | null,
  share: (news: News) => void,
  stop: AbortSignal,
): Promise<End> {
  const line = new AbortController()
  const signal = AbortSignal.any([stop, line.signal])
  // Reconnect, because without a network the stream just stays silent. A server on this machine still responds.
  window.addEventListener('offline', () => line.abort(), { signal })
  let end: End = 'never came'
  let heardAt = Date.now()
  const watch = setInterval(() => {
    const patience = end === 'lost' ? SILENCE_MS_MAX : BEGIN_MS_MAX
    if (Date.now() - heardAt > patience) line.abort()
  }, SILENCE_CHECK_MS)
  try {
    const response = await fetch(since === null ? '/api/events' : `/api/events?since=${since}`, {
      headers: { accept: 'text/event-stream', 'x-user': pageUser.get() },
      signal,
    })
    latestAnswer.set(response)
    if (response.status === 401) return 'signed out'
    if (!response.ok || !response.body) return 'refused'
    end = 'lost'
    heardAt = Date.now()
    share({ kind: 'open', number: Number(response.headers.get('x-change')) })
    const parser = createParser({
      onEvent: ({ id, event, data }) => {
        const number = Number(id)
        if (event === 'change') share({ kind: event, number, change: JSON.parse(data) as Change })
        if (event === 'snapshot') share({ kind: event, number })
      },
    })
    const decoder = new TextDecoder()
    const reader = response.body.getReader()
    for (;;) {
      const { done, value } = await reader.read()
      if (done) return end
      heardAt = Date.now()
      connection.noteHeard()
      parser.feed(decoder.decode(value, { stream: true }))
    }
  } catch {
    // The network, the silence check or the caller ended the stream.
    return end
  } finally {
    clearInterval(watch)
    line.abort()
  }
}

function tell(listener: StreamListener, news: News): void {
  connection.report(news.kind === 'down' ? news.outage : null)
  if (news.kind === 'open') listener.onOpen(news.number)
  if (news.kind === 'change') listener.onChange(news.number, news.change)
  if (news.kind === 'snapshot') listener.onSnapshot(news.number)
}

/** Returns a signal that aborts when the page is hidden, right after `onHidden` is called. */
function untilHidden(onHidden: () => void): AbortSignal {
  const hidden = new AbortController()
  const look = () => {
    if (!document.hidden) return
    onHidden()
    hidden.abort()
  }
  document.addEventListener('visibilitychange', look, { signal: hidden.signal })
  look()
  return hidden.signal
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

/** Waits before the next reconnect, at most until another response shows that the server can be reached. */
function pause(failures: number, stop: AbortSignal): Promise<void> {
  const wait = (WAITS_MS[Math.min(failures, WAITS_MS.length - 1)] ?? 0) * (1 + SPREAD * Math.random())
  return new Promise((resolve) => {
    const done = new AbortController()
    const end = () => {
      clearTimeout(timer)
      forget()
      done.abort()
      resolve()
    }
    const timer = setTimeout(end, wait)
    const forget = latestAnswer.subscribe(() => latestAnswer.get()?.ok && end())
    window.addEventListener('online', end, { signal: done.signal })
    stop.addEventListener('abort', end, { signal: done.signal })
    if (stop.aborted) end()
  })
}
