import type { QueryClient } from '@tanstack/react-query'

import { uploads } from '../attachments/uploads.ts'
import { showToast } from '../toasts/toast.ts'
import { createStore } from '../state/store.ts'
import { connection } from '../sync/connection.ts'
import { newIdempotencyKey } from '../sync/idempotency-key.ts'
import { calls } from '../sync/runner/calls.ts'
import { type TaskMark, outbox, realIds, taskMarks } from '../sync/runner/outbox.ts'
import { moveDrafts } from '../drafts/move-drafts.ts'
import { changeClock } from '../clock/clock.ts'
import { endSave, moveWork } from '../clock/work-clock.ts'
import { waiting } from '../tasks/words.ts'
import { openWaitingStore } from './database.ts'
import { taskIdsOf } from './describe.ts'
import { keepIds, keptIds } from './kept-ids.ts'
import { isPageOpen, keepPageOpen } from './open-pages.ts'
import { createOutbox } from './outbox.ts'
import type { FullOutbox, News } from './outbox-state.ts'
import { returnTimeOf } from './returned-time.ts'
import { showRejected } from './show-rejected.ts'
import { forgetName, keepUploads } from './stored-files.ts'
import { OUTBOX_CHANNEL, type Waiting } from './waiting.ts'

/** The outbox that this page shows; null without IndexedDB. */
export const currentOutbox = createStore<FullOutbox | null>(null)

/** Whether the question before signing out is open. */
export const leaveIsAsked = createStore(false)

/**
 * Starts the outbox of a user. Without IndexedDB, calls that can't be sent fail as if there were no outbox.
 * @returns a function that stops it
 */
export function startOutbox(client: QueryClient, userId: string): () => void {
  const end = new AbortController()
  const stop = () => end.abort()
  void start(client, userId, end.signal, stop).catch(() => undefined)
  return stop
}

async function start(client: QueryClient, userId: string, end: AbortSignal, stop: () => void): Promise<void> {
  // The newer page sends this page's calls once this page no longer counts as open.
  const store = await openWaitingStore(stop)
  const page = newIdempotencyKey()
  for (const [temporary, real] of keptIds()) realIds.set(temporary, real)
  await keepPageOpen(page, end)
  const channel = new BroadcastChannel(OUTBOX_CHANNEL)
  const box = createOutbox({
    client,
    calls,
    store,
    userId,
    page,
    isPageOpen,
    alone: (run) => alone(`tenfold-outbox:${userId}`, run),
    // oxlint-disable-next-line unicorn/require-post-message-target-origin -- A channel has no target origin.
    post: (news) => channel.postMessage(news),
    isCutOff: () => connection.get() !== null,
    onCreated: (pairs) => {
      keepIds(pairs)
      for (const [temporary, real] of pairs) {
        realIds.set(temporary, real)
        moveDrafts(userId, temporary, real)
        uploads.moveTask(temporary, real)
        changeClock((clock) => moveWork(clock, temporary, real))
      }
    },
    onHeld: (held) => held.forEach(({ key }) => changeClock((clock) => endSave(clock, key))),
    onDiscarded: (discarded, isChosen) => {
      // Otherwise, the task is discarded too, or the user signs out.
      if (isChosen) forgetName(discarded)
      changeClock(returnTimeOf(discarded))
    },
    onJoinedLine: ({ priority }) => showToast(waiting(priority)),
    onRejected: showRejected,
  })
  channel.addEventListener('message', ({ data }) => void box.hear(data as News), { signal: end })
  window.addEventListener('online', () => void box.retry(), { signal: end })
  // The user may have signed in again in another window, or closed a page that was sending.
  window.addEventListener('focus', () => void box.retry(), { signal: end })
  const stops = [
    connection.subscribe(() => connection.get() === null && void box.retry()),
    box.state.subscribe(() => taskMarks.set(marksOf(box.state.get().entries))),
    box.close,
    () => channel.close(),
    () => outbox.set(null),
    () => currentOutbox.set(null),
    () => taskMarks.set(new Map()),
  ]
  end.addEventListener('abort', () => stops.forEach((stop) => stop()))
  await box.open()
  if (end.aborted) return stops.forEach((stop) => stop())
  const asksToLeave = () => {
    const asks = box.state.get().entries.length > 0
    if (asks) leaveIsAsked.set(true)
    return asks
  }
  outbox.set({ ...box, asksToLeave })
  currentOutbox.set(box)
  const stopKeeping = keepUploads({ store, box, userId, page })
  end.addEventListener('abort', stopKeeping)
}

/** Without Web Locks, two pages may send the same call, but the server runs each key only once. */
async function alone(name: string, run: () => Promise<void>): Promise<void> {
  await ('locks' in navigator ? navigator.locks.request(name, run) : run())
}

function marksOf(entries: readonly Waiting[]): ReadonlyMap<number, TaskMark> {
  return new Map(
    entries.flatMap((entry) =>
      taskIdsOf(entry).map((id) => [id, { reason: entry.rejection?.reason ?? null }]),
    ),
  )
}
