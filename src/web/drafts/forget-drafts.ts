import { type StoredValue, createStoredValue, storedKeys } from '../state/stored-value.ts'

/** The storage key for the time of the last sign-out. */
export const SIGNED_OUT_AT = 'tenfold:signed-out-at'

export const DRAFT_PREFIX = 'tenfold:draft:'

/**
 * Deletes the drafts of a user who signs out. Open pages store no more drafts until they reload.
 * @param now in ms since 1970
 */
export function forgetDrafts(userId: string, now: number, storage = () => localStorage): void {
  signedOutAt(storage).write(now)
  for (const key of storedKeys(`${DRAFT_PREFIX}${userId}:`, storage)) storedDraft(key, storage).remove()
}

/**
 * Returns whether a user signed out in this browser after a page loaded; false if storage is blocked, because then
 * nothing is stored. A time in the future isn't a sign-out: the computer's clock has since been set back.
 * @param loadedAt in ms since 1970
 */
export function isSignedOutSince(loadedAt: number, storage = () => localStorage): boolean {
  const at = signedOutAt(storage).read()
  return at !== null && at >= loadedAt && at <= Date.now()
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

/** Returns accessors for the last sign-out's time, in ms since 1970; null if none, or its user has signed in again. */
export function signedOutAt(storage = () => localStorage): StoredValue<number | null> {
  return createStoredValue(SIGNED_OUT_AT, {
    parse: (text) => (text === null ? null : Number(text)),
    fallback: null,
    storage,
  })
}
