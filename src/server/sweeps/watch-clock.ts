import type { Clock } from '../context.ts'

const HOUR_MS = 3_600_000
const DAY_MS = 24 * HOUR_MS

/**
 * Returns a function that says whether to trust the clock for deleting by age. It isn't trusted in the first hour after
 * boot, when the network sets it, nor for a day after it jumps ahead by over a day, so that an operator can correct it.
 * @param onJump called with the size of a jump, in days
 */
export function watchClock(clock: Clock, onJump: (days: number) => void): () => boolean {
  let trustedFrom = HOUR_MS
  let lastOffset = Infinity
  return () => {
    const uptime = clock.uptimeMs()
    const offset = Date.parse(clock.now()) - uptime
    const jump = offset - lastOffset
    lastOffset = offset
    if (jump > DAY_MS) {
      trustedFrom = uptime + DAY_MS
      onJump(Math.floor(jump / DAY_MS))
    }
    return uptime >= trustedFrom
  }
}
