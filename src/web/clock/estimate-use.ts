/** How much of an estimate is used. `share` is 0 to 1; `tone` is the color of the bar. */
export type EstimateUse = { share: number; tone: 'ok' | 'warn' | 'danger' }

/**
 * Returns how much of the estimate is used: green below 75%, amber below 90%, red from 90%. Source: specification 4.
 */
export function estimateUse(elapsedSeconds: number, estimateSeconds: number): EstimateUse {
  const share = estimateSeconds > 0 ? Math.max(0, elapsedSeconds) / estimateSeconds : 0
  const tone = share < 0.75 ? 'ok' : share < 0.9 ? 'warn' : 'danger'
  return { share: Math.min(share, 1), tone }
}
