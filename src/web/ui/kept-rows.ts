/** Adds rows to the rendered rows of a virtual list, so that Tab can reach them. Ignores rows outside the list. */
export function withKept(indexes: readonly number[], kept: readonly number[], count: number): number[] {
  const extra = kept.filter((index) => index >= 0 && index < count)
  return [...new Set([...indexes, ...extra])].toSorted((a, b) => a - b)
}
