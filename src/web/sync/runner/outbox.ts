import { createStore } from '../../state/store.ts'
import type { Answer } from '../api.ts'
import type { Call } from './calls.ts'

export type Sending = {
  /** The version the user saw. */
  seen: number | undefined
  ask: () => Promise<Answer<unknown>>
  /** The body that `ask` sends. */
  body: unknown
  /** Runs a function when the earlier calls in the same scopes have ended. */
  inTurn: <T>(run: () => Promise<T>) => Promise<T>
  onWaiting: (() => void) | undefined
}

/** A response, with the input that was sent if the call waited, and a command that replaces it if it was split. */
export type Answered = Answer<unknown> & { input?: unknown; command?: unknown }

/** Keeps calls that couldn't be sent, and sends them later. */
export type Outbox = {
  /** Returns an input with the ids that the server has since given to tasks created offline. */
  withKnownIds: <T>(input: T) => T
  /**
   * Sends a call. If the server can't be reached, the call waits, even across reloads, and the promise stays pending.
   * After a later rejection, it never settles, because the outbox shows the rejection itself.
   */
  send: (call: Call, sending: Sending) => Promise<Answered>
  /** Discards this page's latest call if it was never sent. Returns whether a call was discarded. */
  undoLatest: () => Promise<boolean>
  /** Asks what to do with waiting calls before the user signs out. Returns false without asking if nothing waits. */
  asksToLeave: () => boolean
  /** Removes all calls and files of a deleted account. */
  discardUser: () => Promise<void>
}

/** The outbox of this page; null until its code has loaded, and in browsers without IndexedDB. */
export const outbox = createStore<Outbox | null>(null)

/** The status of a task's calls in the outbox, as its card shows it. */
export type TaskMark = { reason: string | null }

/** The tasks with calls in the outbox, by id. */
export const taskMarks = createStore<ReadonlyMap<number, TaskMark>>(new Map())

/** Maps temporary ids to real ids, for tasks that this page has shown. */
export const realIds = new Map<number, number>()

/** Finds a row by its id. A temporary id also finds the row after it gets its real id. */
export function findById<T extends { id: number }>(rows: readonly T[], id: number): T | undefined {
  return rows.find((row) => row.id === id || row.id === realIds.get(id))
}
