import { type StoredValue, createStoredValue, storedKeys } from '../state/stored-value.ts'

/** The storage key for the time of the last sign-out. */
export const SIGNED_OUT_AT = 'tenfold:signed-out-at'

export const DRAFT_PREFIX = 'tenfold:draft:'

/**
 * Deletes the drafts of a user who signs out. Open pages store no more drafts until they reload.
 * @param now in ms since 1970
 */
export function forgetDrafts(userId: string, now: number, storage = () => localStorage): void {
  const drafts = storedKeys(`${DRAFT_PREFIX}${userId}:`, storage).map((key) => storedDraft(key, storage))
  if (!signedOutAt(storage).write(`${now}`)) {
    // Storage is full. Other pages would store removed drafts again, but not empty ones.
    for (const draft of drafts) draft.write('')
    signedOutAt(storage).write(`${now}`)
  }
  for (const draft of drafts) draft.remove()
}

/** The last sign-out when this page loaded. */
const atLoad = signedOutAt().read()

/**
 * Returns whether a user has signed out in this browser since the sign-out `last`; false if storage is blocked, because
 * then nothing is stored. Never compares times: clocks can be set back, and Firefox's `performance.timeOrigin` lags
 * after sleep.
 */
export function isSignedOutSince(last = atLoad, storage = () => localStorage): boolean {
  const at = signedOutAt(storage).read()
  return at !== null && at !== last
}

/** Returns accessors for the text of a draft, which is empty if there is no draft. */
export function storedDraft(key: string, storage: () => Storage): StoredValue<string> {
  return createStoredValue(key, {
    parse: (text) => text ?? '',
    format: (text) => text,
    fallback: '',
    storage,
  })
}

/** Returns accessors for the last sign-out's time, which identifies it; null if none, or its user has signed in again. */
export function signedOutAt(storage = () => localStorage): StoredValue<string | null> {
  return createStoredValue<string | null>(SIGNED_OUT_AT, {
    parse: (text) => text,
    format: (at) => at,
    fallback: null,
    storage,
  })
}
