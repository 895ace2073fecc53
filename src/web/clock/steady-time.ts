import { isRecord, isTime } from './stored.ts'

/** How much the computer's clock may differ from the monotonic one without having been set, in milliseconds. */
const DRIFT_MS_MAX = 1000

/**
 * The state of the clock that all tabs share. Users and networks can set the computer's clock back. Steady time
 * compensates for that: it never goes backward, so no work is lost.
 */
export type SteadyTime = {
  /** The last heartbeat of any tab, in milliseconds of steady time. */
  seenAt: number
  /** How far the clock was set back in total, in milliseconds, as a negative number or 0. */
  skewMs: number
}

export function readSteadyTime(kept: unknown): SteadyTime | null {
  if (!isRecord(kept) || !isTime(kept['seenAt']) || !isTime(kept['skewMs'])) return null
  const { seenAt, skewMs } = kept
  return skewMs <= 0 ? { seenAt, skewMs } : null
}

/** A tab's last heartbeat: its steady time, and how long ago it was by the monotonic clock. */
export type OwnLook = { at: number; agoMs: number }

export function startSteadyTime(wallMs: number): SteadyTime {
  return { seenAt: wallMs, skewMs: 0 }
}

/** Converts the computer's time to steady time, in milliseconds. */
export function toSteady({ seenAt, skewMs }: SteadyTime, wallMs: number): number {
  return Math.max(seenAt, wallMs - skewMs)
}

/**
 * Records a heartbeat. If the computer's clock shows less than expected, it was set back; the amount is stored.
 * @param own null for a tab's first heartbeat
 */
export function look(steady: SteadyTime, wallMs: number, own: OwnLook | null): SteadyTime {
  const now = wallMs - steady.skewMs
  const least = Math.max(steady.seenAt, own ? own.at + own.agoMs : -Infinity)
  if (now >= least - DRIFT_MS_MAX) return { ...steady, seenAt: Math.max(now, steady.seenAt) }
  return { seenAt: least, skewMs: wallMs - least }
}
