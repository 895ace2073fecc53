/** Every draft of the browser is kept under a key that begins so. */
export const DRAFT_PREFIX = 'tenfold:draft:'
/** When somebody signed out last, in ms since 1970: pages from before keep nothing more. */
const SIGNED_OUT_KEY = 'tenfold:signed-out-at'

/**
 * Forgets what a person typed, for good: pages that are open now keep nothing more until they are loaded anew.
 * @param now in ms since 1970
 * @throws where storage is forbidden
 */
export function forgetDrafts(storage: Storage, userId: string, now: number): void {
  storage.setItem(SIGNED_OUT_KEY, String(now))
  for (const key of keysOf(storage, `${DRAFT_PREFIX}${userId}:`)) storage.removeItem(key)
}

/**
 * Whether somebody signed out in this browser after a page was loaded.
 * @param loadedAt in ms since 1970
 * @throws where storage is forbidden
 */
export function isSignedOutSince(storage: Storage, loadedAt: number): boolean {
  const at = storage.getItem(SIGNED_OUT_KEY)
  return at !== null && Number(at) >= loadedAt
}

/** The keys in a storage that begin so. */
export function keysOf(storage: Storage, prefix: string): string[] {
  const keys = Array.from({ length: storage.length }, (_, i) => storage.key(i) ?? '')
  return keys.filter((key) => key.startsWith(prefix))
}
