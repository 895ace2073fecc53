/** The maximum total size of the files waiting in one browser, in bytes. */
export const WAITING_BYTES_MAX = 100 * 2 ** 20

/**
 * Returns whether another file can wait in a browser.
 * @param waiting the sizes of the files that are already waiting, in bytes
 */
export function canWaitToo(waiting: readonly number[], size: number): boolean {
  return waiting.reduce((sum, one) => sum + one, size) <= WAITING_BYTES_MAX
}
