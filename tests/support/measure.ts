/** Returns the median. For an even number of values, returns the greater of the two middle ones. */
export function median(values: readonly number[]): number {
  return quantile(values, 0.5)
}

/** Returns a percentile of the values: 0.95 is the 95th. */
export function quantile(values: readonly number[], part: number): number {
  const sorted = values.toSorted((a, b) => a - b)
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * part))] ?? NaN
}

/** Returns how long `run` takes, in milliseconds. */
export async function timeOf(run: () => Promise<unknown>): Promise<number> {
  const began = performance.now()
  await run()
  return performance.now() - began
}

/**
 * Returns the lowest of several measurements, because other programs can only increase them. Stops at the first that is
 * below `limit`.
 */
export async function lowest(limit: number, measure: () => Promise<number>, triesMax = 8): Promise<number> {
  let low = Infinity
  for (let turn = 0; turn < triesMax && low >= limit; turn++) low = Math.min(low, await measure())
  return low
}
