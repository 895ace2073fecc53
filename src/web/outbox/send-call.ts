import { ApiError, inTime } from '../sync/api.ts'
import { isLost, retryOnce } from '../sync/retry-once.ts'
import type { Call } from '../sync/runner/calls.ts'
import type { Answered, Sending } from '../sync/runner/outbox.ts'
import { changeTask } from '../tasks/data/commands.ts'
import { findCommand } from './client-commands.ts'
import type { Surroundings } from './outbox-state.ts'
import { withBase } from './rebase.ts'
import type { createShownCalls } from './shown-calls.ts'
import type { Waiting, WaitingStore } from './waiting.ts'

/** The delay before each retry of a failed removal, in ms. */
const REMOVAL_MS = 1000

type SendParts = Surroundings & {
  mustWait: () => boolean
  shown: ReturnType<typeof createShownCalls>
  changed: () => Promise<void>
  sendWaiting: () => Promise<void>
}

/** Returns a function that sends a call immediately, or stores it until the server can be reached. */
export function createSend({ store, calls, mustWait, shown, changed, sendWaiting, ...around }: SendParts) {
  /** Resolves to null if the call waits, which is possible only once it is stored. */
  const tryNow = async (
    waits: boolean,
    seq: Promise<number | null>,
    { ask, body }: Sending,
    noteTry: (at: number | null) => void,
  ) => {
    if ((waits || mustWait()) && (await seq) !== null) return null
    noteTry(Date.now())
    let tries = 0
    let isOver = false
    try {
      const askOnce = async () => {
        // Another user may have signed in since the first attempt, or the stored call may have been sent or discarded.
        if (tries++ > 0 && (isOver || mustWait()))
          throw new ApiError(0, 'The change is waiting to be sent.', null)
        return ask()
      }
      return await inTime(retryOnce(askOnce), body)
    } catch (error) {
      isOver = true
      const isSignedOut = error instanceof ApiError && error.status === 401
      if (!(isLost(error) || isSignedOut) || (await seq) === null) throw error
      // A 401 means that the server did nothing, unless the response to an earlier attempt was lost.
      if (isSignedOut && tries === 1) noteTry(null)
      return null
    }
  }

  return async (call: Call, sending: Sending): Promise<Answered> => {
    const command = findCommand(call.command.name)
    if (!command) return sending.inTurn(() => retryOnce(sending.ask))
    const waits = mustWait()
    // The page may crash before the response, so the call is stored now. The request doesn't wait for the write.
    const input = sending.seen === undefined ? withBase(around.client, calls.get(), call) : call.input
    const seq = store.add(recordOf({ ...call, input }, sending.seen, waits, around)).catch(() => null)
    const answered = shown.note(call)
    let triedAt: number | null = null
    let first: Answered | null
    try {
      first = await sending.inTurn(async () => {
        const answer = await tryNow(waits, seq, sending, (at) => (triedAt = at))
        // The next call in these scopes must find this one waiting, or it would be sent first.
        if (!answer) calls.change(call, { command, isWaiting: true })
        return answer
      })
      const stored = await seq
      // A call that stays 'sending' would hold up all later ones.
      if (!first && !waits && stored !== null) await markWaiting(store, stored, triedAt)
    } catch (error) {
      await forget(call, await seq)
      throw error
    }
    if (first) {
      await forget(call, await seq)
      return first
    }
    sending.onWaiting?.()
    await changed()
    void sendWaiting()
    return answered
  }

  async function forget(call: Call, seq: number | null): Promise<void> {
    shown.forget(call)
    if (seq !== null) await removeEnded(store, seq)
  }
}

/** Tries twice, because a failed access reopens a database that the browser has closed. */
function markWaiting(store: WaitingStore, seq: number, triedAt: number | null): Promise<boolean> {
  const mark = () => store.change(seq, { state: 'waiting', triedAt })
  return mark().catch(mark)
}

/** Removes a call that has ended. Retries, because a call that stays 'sending' would hold up all later ones. */
async function removeEnded(store: WaitingStore, seq: number): Promise<void> {
  await store.remove(seq).catch(() => void setTimeout(() => void removeEnded(store, seq), REMOVAL_MS))
}

function recordOf(
  { command, input, key, present }: Call,
  seen: number | undefined,
  waits: boolean,
  { userId, page }: Pick<Surroundings, 'userId' | 'page'>,
): Omit<Waiting, 'seq'> {
  return {
    userId,
    name: command.name,
    input,
    key,
    seen: seen ?? (command.name === changeTask.name ? 0 : null),
    present,
    page,
    state: waits ? 'waiting' : 'sending',
    // A call that is sent immediately may reach the server before this page crashes.
    triedAt: waits ? null : Date.now(),
    rejection: null,
  }
}
