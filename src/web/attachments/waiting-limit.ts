/** The total size of the files that can wait in one browser, in bytes. */
export const WAITING_BYTES_MAX = 100 * 2 ** 20

/**
 * Returns whether another file can wait in a browser.
 * @param waiting the sizes in bytes of the files that already wait
 */
export function canWaitToo(waiting: readonly number[], size: number): boolean {
  return waiting.reduce((sum, one) => sum + one, size) <= WAITING_BYTES_MAX
}
