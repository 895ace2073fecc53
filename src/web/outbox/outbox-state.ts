import type { QueryClient } from '@tanstack/react-query'

import type { ShortTask } from '#domain/tasks/long-texts.ts'
import type { Task, TaskPatch } from '#domain/tasks/task.ts'

import type { Store } from '../state/store.ts'
import type { CallStorage } from '../sync/runner/calls.ts'
import type { Outbox } from '../sync/runner/outbox.ts'
import type { IdPair } from './stored-calls.ts'
import type { Waiting, WaitingStore } from './waiting.ts'

/** A message to the other pages of this browser. */
export type News =
  | { is: 'changed' }
  | {
      is: 'answered'
      waiting: Waiting
      body: unknown
      headers: [string, string][]
      pairs: readonly IdPair[]
    }

/** The dependencies of the outbox, which tests replace. */
export type Surroundings = {
  client: QueryClient
  calls: CallStorage
  store: WaitingStore
  userId: string
  /** A random name for this page. */
  page: string
  isPageOpen: (page: string) => Promise<boolean>
  /** Runs functions in only one page of this browser at a time. */
  alone: (run: () => Promise<void>) => Promise<void>
  post: (news: News) => void
  /** Returns whether the page has detected that the server can't be reached. */
  isCutOff: () => boolean
  onRejected: (waiting: Waiting) => void
  /** Called when tasks that were created offline get their ids. */
  onCreated: (pairs: readonly IdPair[]) => void
  /** Called with stored calls that no other page is sending, so that the timer can drop the time in them. */
  onHeld: (held: readonly Waiting[]) => void
  /**
   * Called when the user discarded a call, or undid one that was never sent.
   * @param isChosen false if the user discarded all calls, or one that creates a task that this call needs
   */
  onDiscarded: (waiting: Waiting, isChosen: boolean) => void
  /** Called when a task joined the waiting line of a level that filled up before its move was sent. */
  onJoinedLine: (task: ShortTask) => void
}

/** The state that the interface shows. */
export type OutboxState = {
  /** The account's waiting and rejected calls, in order. */
  entries: readonly Waiting[]
  isSending: boolean
  /** The number of waiting calls that the server has answered since the page loaded. */
  answered: number
  /** Why this account's calls can't be sent; null if they can. */
  lock: 'signed out' | 'other account' | null
  /** The number of other accounts' calls waiting in this browser. */
  others: number
}

export const EMPTY_OUTBOX: OutboxState = { entries: [], isSending: false, answered: 0, lock: null, others: 0 }

export type FullOutbox = Omit<Outbox, 'asksToLeave'> & {
  state: Store<OutboxState>
  /** Shows the stored calls, and sends them. */
  open: () => Promise<void>
  /** Returns whether a new call must wait for earlier calls or for the server. */
  mustWait: () => boolean
  /** Updates every page's view of the stored calls after a change. */
  changed: () => Promise<void>
  /** Handles a message from another page. */
  hear: (news: News) => Promise<void>
  /** Sends waiting calls now, without waiting for the next retry. */
  retry: () => Promise<void>
  /** Resends a rejected call, followed by the later rejected calls about its tasks. */
  resend: (seq: number) => Promise<void>
  /** Sends a rejected change as the user decided, based on the version they saw. An empty patch discards the change. */
  decide: (seq: number, saved: Task, patch: TaskPatch) => Promise<void>
  /** Removes a call, and the calls about tasks that it would have created. */
  discard: (seq: number) => Promise<void>
  /** Removes the account's waiting and rejected calls. */
  discardAll: () => Promise<void>
  /** Removes the calls and files of all other accounts. */
  discardOthers: () => Promise<void>
  /** Records who signed in on another page; '' after a sign-out. Calls are sent only if this account is signed in. */
  noteUser: (id: string) => void
  close: () => void
}
