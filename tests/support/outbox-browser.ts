import { QueryClient } from '@tanstack/react-query'

import type { ShortTask } from '#domain/tasks/long-texts.ts'
import type { Task } from '#domain/tasks/task.ts'

import { createOutbox } from '../../src/web/outbox/outbox.ts'
import type { FullOutbox, News } from '../../src/web/outbox/outbox-state.ts'
import { type Waiting, type WaitingStore, placedBetween } from '../../src/web/outbox/waiting.ts'
import { newIdempotencyKey } from '../../src/web/sync/idempotency-key.ts'
import { createCallsInMemory, withCalls } from '../../src/web/sync/runner/calls.ts'
import { createRunner } from '../../src/web/sync/runner/runner.ts'
import { TASKS_KEY } from '../../src/web/tasks/data/task-cache.ts'

export type OutboxBrowser = ReturnType<typeof createOutboxBrowser>
export type OutboxPage = Awaited<ReturnType<OutboxBrowser['openPage']>>

/** Creates a browser without a window: pages with real runners and outboxes that share one database. */
export function createOutboxBrowser(userId: string) {
  const store = createWaitingStore()
  const pages: { name: string; isOpen: boolean; close: () => void; outbox: FullOutbox }[] = []
  let last: Promise<void> = Promise.resolve()
  /** Works like a Web Lock, which is released when its page closes. */
  const alone = (run: () => Promise<void>, closed: Promise<void>) => {
    const turn = last.then(() => Promise.race([run(), closed]))
    last = turn.catch(() => undefined)
    return turn
  }
  const tellOthers = (from: string, news: News) => {
    for (const { name, isOpen, outbox } of pages)
      if (name !== from && isOpen) void outbox.hear(structuredClone(news))
  }

  /** Opens a page with the tasks that the browser last showed. */
  const openPage = async (tasks: readonly ShortTask[], calls = createCallsInMemory()) => {
    const client = new QueryClient()
    client.setQueryData(TASKS_KEY, [...tasks])
    const name = newIdempotencyKey()
    const rejected: Waiting[] = []
    const joined: ShortTask[] = []
    const held = new Set<string>()
    const discarded: Waiting[] = []
    const chosen: Waiting[] = []
    const { promise: closed, resolve: end } = Promise.withResolvers<void>()
    const page = {
      name,
      isOpen: true,
      close: () => {
        page.isOpen = false
        outbox.close()
        end()
        // Requests of a closed page can stay pending, and pages of later tests may share these calls.
        for (const call of calls.get()) calls.remove(call)
      },
    }
    const outbox = createOutbox({
      client,
      calls,
      // A closed page stores nothing more.
      store: guarded(store, () => page.isOpen),
      userId,
      page: name,
      isPageOpen: async (other) => pages.some((one) => one.name === other && one.isOpen),
      alone: (run) => alone(run, closed),
      post: (news) => tellOthers(name, news),
      isCutOff: () => false,
      onRejected: (waiting) => rejected.push(waiting),
      onCreated: () => undefined,
      onHeld: (waiting) => waiting.forEach(({ key }) => held.add(key)),
      onDiscarded: (waiting, isChosen) => {
        discarded.push(waiting)
        if (isChosen) chosen.push(waiting)
      },
      onJoinedLine: (task) => joined.push(task),
    })
    pages.push(Object.assign(page, { outbox }))
    const listed = () => client.getQueryData<Task[]>(TASKS_KEY) ?? []
    await outbox.open()
    return {
      ...createRunner({ client, calls, outbox: () => ({ ...outbox, asksToLeave: () => false }) }),
      client,
      calls,
      outbox,
      rejected,
      joined,
      /** The keys of stored calls, so that the timer can drop the time in them. */
      held,
      discarded,
      /** The discarded calls that the user chose one by one. */
      chosen,
      listed,
      shown: () => withCalls<readonly Task[]>(TASKS_KEY, listed(), calls.get()),
      waiting: () => outbox.state.get().entries.filter(({ state }) => state === 'waiting').length,
      /** Closes the page like a crash. */
      close: page.close,
    }
  }

  return {
    store,
    openPage,
    close: () => {
      for (const page of pages) page.close()
    },
  }
}

/** Copies stored values, as IndexedDB does. */
function createWaitingStore(): WaitingStore {
  const stored = new Map<number, Waiting>()
  const files = new Map<number, ArrayBuffer>()
  let last = 0
  return {
    add: async (waiting) => {
      const seq = ++last
      stored.set(seq, structuredClone({ ...waiting, seq }))
      return seq
    },
    addFile: async (waiting, bytes, fits) => {
      if (!fits([...stored.values()])) return false
      const seq = ++last
      stored.set(seq, structuredClone({ ...waiting, seq }))
      files.set(seq, structuredClone(bytes))
      return true
    },
    readFile: async (seq) => files.get(seq),
    change: async (seq, change) => {
      const before = stored.get(seq)
      if (before) stored.set(seq, structuredClone({ ...before, ...change }))
      return before !== undefined
    },
    replace: async (seq, parts) => {
      const after = [...stored.keys()].toSorted((a, b) => a - b).find((other) => other > seq)
      const exists = stored.delete(seq)
      if (exists)
        for (const part of placedBetween(seq, after ?? seq + 1, parts))
          stored.set(part.seq, structuredClone(part))
      return exists
    },
    remove: async (seq) => {
      stored.delete(seq)
      files.delete(seq)
    },
    list: async () => structuredClone([...stored.values()].toSorted((a, b) => a.seq - b.seq)),
  }
}

function guarded(store: WaitingStore, isOpen: () => boolean): WaitingStore {
  const ifOpen = <T>(run: () => Promise<T>) => (isOpen() ? run() : new Promise<T>(() => undefined))
  return {
    add: (waiting) => ifOpen(() => store.add(waiting)),
    addFile: (...file) => ifOpen(() => store.addFile(...file)),
    readFile: (seq) => ifOpen(() => store.readFile(seq)),
    change: (seq, change) => ifOpen(() => store.change(seq, change)),
    replace: (seq, parts) => ifOpen(() => store.replace(seq, parts)),
    remove: (seq) => ifOpen(() => store.remove(seq)),
    list: () => ifOpen(() => store.list()),
  }
}
