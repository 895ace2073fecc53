import type { ErrorBody } from '#domain/error.ts'

import type { Present } from '../sync/runner/command.ts'

/** Why the server or the page rejected a call, in plain text. `body` is the server's response. */
export type Rejection = { reason: string; body: ErrorBody | null }

/** A stored call. The call is plain data, so that another page can send it. */
export type Waiting = {
  /** Increases with each call from any page, so it determines the sending order. */
  seq: number
  userId: string
  /** The command's name. */
  name: string
  input: unknown
  /** The Idempotency-Key. */
  key: string
  /** The key of the call that was split into this one and others. */
  partOf?: string | undefined
  /** The version sent as `If-Match`. 0 matches no task, so the server returns its own version. Null omits it. */
  seen: number | null
  present: Present
  /** The page that made the call, and sends it itself while the state is 'sending'. */
  page: string
  state: 'sending' | 'waiting' | 'rejected'
  /** When the call was first sent, in ms since 1970; null if it never was. The server may have run it since then. */
  triedAt: number | null
  rejection: Rejection | null
}

/** The server remembers a key for 24 hours. After that, it could run a call twice. */
const KEY_MS_MAX = 23 * 3_600_000

/** Returns whether a call was first sent so long ago that the server may have forgotten its key. */
export function isOld({ triedAt }: Waiting): boolean {
  return triedAt !== null && Date.now() - triedAt > KEY_MS_MAX
}

/** The stored calls of all pages of this browser. Every method rejects if the browser can't store data. */
export type WaitingStore = {
  /** Resolves to the call's `seq` when it is on disk. */
  add: (waiting: Omit<Waiting, 'seq'>) => Promise<number>
  /** Adds a call and its file's bytes, unless `fits` returns false for the stored calls. Returns whether it did so. */
  addFile: (
    waiting: Omit<Waiting, 'seq'>,
    bytes: ArrayBuffer,
    fits: (all: readonly Waiting[]) => boolean,
  ) => Promise<boolean>
  /** Returns the bytes of a call's file; undefined if it has none. */
  readFile: (seq: number) => Promise<ArrayBuffer | undefined>
  /** Changes a stored call. Returns whether it still exists. */
  change: (seq: number, change: Partial<Waiting>) => Promise<boolean>
  /** Replaces a call with others, which take its place in the order. Returns whether it still existed. */
  replace: (seq: number, parts: readonly Waiting[]) => Promise<boolean>
  /** Removes a call, and the bytes of its file. */
  remove: (seq: number) => Promise<void>
  /** Returns the calls of all users, in order. */
  list: () => Promise<Waiting[]>
}

/** The channel on which the pages of this browser tell each other about changes to the stored calls. */
export const OUTBOX_CHANNEL = 'tenfold-outbox'

/** Removes some calls with their files, even a call that is being sent. Returns the removed calls. */
export async function removeCalls(
  store: WaitingStore,
  isOne: (waiting: Waiting) => boolean,
): Promise<Waiting[]> {
  const removed = (await store.list()).filter(isOne)
  for (const { seq } of removed) await store.remove(seq)
  return removed
}

/** Returns calls with sequence numbers from `seq` up to, but not including, `end`. The first call gets `seq`. */
export function placedBetween(seq: number, end: number, calls: readonly Waiting[]): Waiting[] {
  return calls.map((call, i) => ({ ...call, seq: seq + ((end - seq) * i) / calls.length }))
}
