import { describe, expect, it } from 'vitest'

import { type SteadyTime, look, startSteadyTime, toSteady } from './steady-time.ts'

const START = Temporal.Instant.from('2026-11-20T10:00:00Z').epochMilliseconds
const MINUTE = 60_000

const steady = startSteadyTime(START)

/** Two tabs that share steady time and take turns reading the computer's clock, each with its own monotonic clock. */
function twoTabs() {
  let known: SteadyTime = steady
  const tabs = [0, 1].map(() => ({ at: null as number | null, monotonic: 0 }))
  return (tab: 0 | 1, wall: number, monotonic: number): SteadyTime => {
    const mine = tabs[tab]
    if (!mine) throw new Error('There are two.')
    const own = mine.at === null ? null : { at: mine.at, agoMs: monotonic - mine.monotonic }
    known = look(known, wall, own)
    mine.at = known.seenAt
    mine.monotonic = monotonic
    return known
  }
}

describe('steady time', () => {
  it('equals the computer’s time until the clock is set back', () => {
    const seen = look(steady, START + MINUTE, { at: START, agoMs: MINUTE })
    expect(seen).toEqual({ seenAt: START + MINUTE, skewMs: 0 })
    expect(toSteady(seen, START + 2 * MINUTE)).toBe(START + 2 * MINUTE)
  })

  it('advances by the elapsed time when the computer’s clock is set back', () => {
    const seen = look(steady, START - 59 * MINUTE, { at: START, agoMs: MINUTE })
    expect(seen).toEqual({ seenAt: START + MINUTE, skewMs: -60 * MINUTE })
    expect(toSteady(seen, START - 58 * MINUTE)).toBe(START + 2 * MINUTE)
  })

  it('stays at the last heartbeat if the clock was set back while no tab was open', () => {
    const seen = look(steady, START - 60 * MINUTE, null)
    expect(toSteady(seen, START - 60 * MINUTE)).toBe(START)
    expect(toSteady(seen, START - 59 * MINUTE)).toBe(START + MINUTE)
  })

  it('never goes backward between two heartbeats', () => {
    expect(toSteady(steady, START - 60 * MINUTE)).toBe(START)
  })

  it('detects a step back smaller than the time between two heartbeats', () => {
    const seen = look(steady, START + 30_000, { at: START, agoMs: MINUTE })
    expect(seen.seenAt).toBe(START + MINUTE)
  })

  it('counts a step back only once when two tabs notice it', () => {
    const lookIn = twoTabs()
    lookIn(0, START, 0)
    lookIn(1, START + 20_000, 20_000)
    // The clock is set back by an hour.
    lookIn(0, START + 60_000 - 60 * MINUTE, 60_000)
    expect(lookIn(1, START + 80_000 - 60 * MINUTE, 80_000)).toEqual({
      seenAt: START + 80_000,
      skewMs: -60 * MINUTE,
    })
  })

  it('jumps ahead with the computer’s clock, which looks the same as sleep', () => {
    expect(look(steady, START + 60 * MINUTE, { at: START, agoMs: 5000 }).seenAt).toBe(START + 60 * MINUTE)
  })

  it('tolerates small differences between two clocks', () => {
    const seen = look(steady, START + 59_500, { at: START, agoMs: MINUTE })
    expect(seen).toEqual({ seenAt: START + 59_500, skewMs: 0 })
  })
})
