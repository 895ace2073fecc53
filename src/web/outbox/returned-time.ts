import { openClockStore } from '../clock/clock-store.ts'
import { type WorkClock, returnTime } from '../clock/work-clock.ts'
import { newIdempotencyKey } from '../sync/idempotency-key.ts'
import { temporaryIdsOf } from './client-commands.ts'
import { unsavedTimes } from './rebase.ts'
import { type Waiting, type WaitingStore, removeCalls } from './waiting.ts'

/** Discards some calls, and returns their time to the timers of their users. */
export async function discardCalls(store: WaitingStore, isOne: (waiting: Waiting) => boolean): Promise<void> {
  for (const discarded of await removeCalls(store, isOne))
    openClockStore(discarded.userId).change(returnTimeOf(discarded))
}

/** Returns a change to the timer of a discarded call's user. */
export function returnTimeOf(discarded: Waiting): (clock: WorkClock) => WorkClock {
  const times = unsavedTimes(discarded).map((time) => ({ ...time, id: newIdempotencyKey() }))
  // The tasks that the call would have created will never exist.
  const ids = temporaryIdsOf(discarded.name, discarded.input, discarded.key)
  return (clock) =>
    times
      .reduce((next, { taskId, seconds, id }) => returnTime(next, taskId, seconds, id), clock)
      .filter(({ taskId }) => !ids.includes(taskId))
}
