import { isRecord, isTime } from './stored.ts'

/** A clock of a computer may be this much off the one that only counts without having been set, in milliseconds. */
const DRIFT_MS_MAX = 1000

/**
 * What the tabs of a browser know together about the computer's clock, which people and networks set. Steady time is
 * that clock without the times it was set back: it never goes back, so that no work is lost between two readings of it.
 */
export type SteadyTime = {
  /** When a tab last looked: the last sign of life, in milliseconds of steady time. */
  seenAt: number
  /** How far the clock was set back in all: at most 0, in milliseconds. */
  skewMs: number
}

/** What a browser kept of it, or null for what is none. */
export function readSteadyTime(kept: unknown): SteadyTime | null {
  if (!isRecord(kept) || !isTime(kept['seenAt']) || !isTime(kept['skewMs'])) return null
  const { seenAt, skewMs } = kept
  return skewMs <= 0 ? { seenAt, skewMs } : null
}

/** What one tab remembers of its own last look: the steady time, and how long ago that was by a clock nobody sets. */
export type OwnLook = { at: number; agoMs: number }

export function startSteadyTime(wallMs: number): SteadyTime {
  return { seenAt: wallMs, skewMs: 0 }
}

/** The computer's time as steady time, in milliseconds. */
export function toSteady({ seenAt, skewMs }: SteadyTime, wallMs: number): number {
  return Math.max(seenAt, wallMs - skewMs)
}

/**
 * Looks at the computer's clock. When it shows less than it must by now, it was set back, and by how much is remembered.
 * @param own null at a tab's first look
 */
export function look(steady: SteadyTime, wallMs: number, own: OwnLook | null): SteadyTime {
  const now = wallMs - steady.skewMs
  const least = Math.max(steady.seenAt, own ? own.at + own.agoMs : -Infinity)
  if (now >= least - DRIFT_MS_MAX) return { ...steady, seenAt: Math.max(now, steady.seenAt) }
  return { seenAt: least, skewMs: wallMs - least }
}
