// What a browser kept is checked by these where the page needs it at once: the schemas' library is a fifth of all that
// may be loaded first.

export function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

/** Whether it is a whole number that can be told from its neighbours, from `min`. */
export function isWhole(value: unknown, min: number): value is number {
  return Number.isSafeInteger(value) && (value as number) >= min
}

/** Whether it is a number of milliseconds: no infinity, and a number at all. */
export function isTime(value: unknown): value is number {
  return Number.isFinite(value)
}
