import { type Store, createStore } from '../state/store.ts'
import type { Answer } from '../sync/api.ts'
import { TASKS_KEY } from '../tasks/data/task-cache.ts'
import { findCommand, temporaryIdsOf } from './client-commands.ts'
import { createSend } from './send-call.ts'
import { createSender } from './sender.ts'
import { createShownCalls } from './shown-calls.ts'
import { decidedCall, discardStored, idPairsOf, reject, renameStored, waitAgain } from './stored-calls.ts'
import { EMPTY_OUTBOX, type FullOutbox, type OutboxState, type Surroundings } from './outbox-state.ts'
import { discardCalls } from './returned-time.ts'
import { findUnsent } from './unsent.ts'
import { inOrder } from '../sync/runner/scopes.ts'
import { replaceIds } from '../sync/runner/temporary-ids.ts'
import { type Rejection, type Waiting, removeCalls } from './waiting.ts'

export function createOutbox(around: Surroundings): FullOutbox {
  const { store, userId } = around
  const state = createStore(EMPTY_OUTBOX)
  const shown = createShownCalls(around)
  const setState = (change: Partial<OutboxState>) => state.set({ ...state.get(), ...change })
  const show = oneAtATime(async () => {
    const all = await store.list()
    shown.show(all.filter((waiting) => waiting.userId === userId))
    const held = all.filter((waiting) => waiting.state !== 'sending')
    const entries = held.filter((waiting) => waiting.userId === userId)
    around.onHeld(entries)
    setState({ entries, others: held.length - entries.length })
  })
  const changed = async () => {
    await show()
    around.post({ is: 'changed' })
  }
  const noteAnswer = () => setState({ answered: state.get().answered + 1 })
  const sender = createSender({
    ...around,
    realIds: shown.realIds,
    setState,
    ...createHandlers({ ...around, shown, show, changed, noteAnswer }),
  })
  // Resend a creation whose response was lost as soon as a live update may have delivered its task.
  const stopWatching = around.client.getQueryCache().subscribe(({ type, query }) => {
    if (type !== 'updated' || query.queryKey[0] !== TASKS_KEY[0]) return
    if (state.get().entries.some(mayHaveCreated)) void sender.send()
  })
  // A call can be shown as waiting before it is stored as waiting.
  const isAnyWaiting = () => around.calls.get().some(({ isWaiting }) => isWaiting)
  const mustWait = () => around.isCutOff() || isHeldUp(state.get()) || isAnyWaiting()
  const discards = createDiscards({ ...around, state, show, changed })
  const thenSend = (storing: Promise<void>) => storing.then(changed).then(sender.send)

  return {
    state,
    withKnownIds: (input) => replaceIds(input, shown.realIds),
    send: createSend({ ...around, mustWait, shown, changed, sendWaiting: sender.send }),
    mustWait,
    changed,
    open: async () => {
      await sender.adopt()
      await show()
      void sender.send()
    },
    hear: async (news) => {
      if (news.is === 'answered' && news.waiting.userId === userId) {
        const { waiting, body, headers, pairs } = news
        await shown.settle(waiting, { body, headers: new Headers(headers) }, pairs)
        noteAnswer()
      }
      await show()
    },
    retry: sender.send,
    resend: (seq) => thenSend(waitAgain(store, userId, seq)),
    decide: (seq, saved, patch) =>
      thenSend(waitAgain(store, userId, seq, (decided) => decidedCall(decided, saved, patch))),
    ...discards,
    noteUser: (id) => {
      sender.showUser(id)
      if (id === userId) void sender.send()
    },
    close: () => {
      stopWatching()
      sender.close()
    },
  }
}

type DiscardParts = Surroundings & {
  state: Store<OutboxState>
  show: () => Promise<void>
  changed: () => Promise<void>
}

function createDiscards({ store, userId, calls, page, state, show, changed, ...around }: DiscardParts) {
  const discardThese = async (seqs: number[], chosen?: number) => {
    const discarded = await discardStored(store, userId, seqs)
    await changed()
    for (const one of discarded) around.onDiscarded(one, one.seq === chosen)
  }
  const discard = (seq: number) => discardThese([seq], seq)
  const findLatest = () => findUnsent(calls.get(), state.get().entries, page)
  return {
    discard,
    undoLatest: () =>
      inOrder(around.client, ['undo'], async () => {
        // Another page may have tried to send a change, and the shown entries don't say so.
        if (findLatest()) await show()
        const latest = findLatest()
        if (latest) await discard(latest.seq)
        return latest !== null
      }),
    discardAll: () => discardThese(state.get().entries.map(({ seq }) => seq)),
    discardUser: () => removeCalls(store, (one) => one.userId === userId).then(changed),
    discardOthers: () =>
      discardCalls(store, (one) => one.userId !== userId && one.state !== 'sending').then(changed),
  }
}

type HandlerParts = Surroundings & {
  shown: ReturnType<typeof createShownCalls>
  show: () => Promise<void>
  changed: () => Promise<void>
  noteAnswer: () => void
}

/** Returns the handlers for calls that succeeded or were rejected. */
function createHandlers({
  store,
  userId,
  client,
  shown,
  show,
  changed,
  noteAnswer,
  ...around
}: HandlerParts) {
  return {
    onAnswered: async (waiting: Waiting, answer: Answer<unknown>) => {
      const pairs = idPairsOf(waiting, answer.body)
      // Replaces the id first, so that a crash can't leave calls with an id that nothing can resolve.
      await renameStored(store, userId, pairs)
      await shown.settle(waiting, answer, pairs)
      noteAnswer()
      await store.remove(waiting.seq)
      around.post({ is: 'answered', waiting, body: answer.body, headers: [...answer.headers], pairs })
      await show()
    },
    onRejection: async (waiting: Waiting, rejection: Rejection) => {
      if (!(await reject(store, waiting, rejection))) return show()
      await changed()
      findCommand(waiting.name)?.afterwards?.(client, true)
      around.onRejected({ ...waiting, state: 'rejected', rejection })
    },
    onSplit: changed,
  }
}

/** Returns whether a new call must wait for others, or for its account to sign in. */
function isHeldUp({ lock, entries }: OutboxState): boolean {
  return lock !== null || entries.some((one) => one.state === 'waiting')
}

/** Serializes runs, so that an older list never replaces a newer one. */
function oneAtATime(run: () => Promise<void>): () => Promise<void> {
  let last: Promise<void> = Promise.resolve()
  return () => (last = last.catch(() => undefined).then(run))
}

function mayHaveCreated({ state, triedAt, name, input, key }: Waiting): boolean {
  return state === 'waiting' && triedAt !== null && temporaryIdsOf(name, input, key).length > 0
}
