import { type SteadyTime, look, readSteadyTime, startSteadyTime, toSteady } from '#domain/steady-time.ts'
import { NO_WORK, type WorkClock, noticeGap, readWorkClock } from '#domain/work-clock.ts'

/** What a browser gives its tabs; tests give the same. */
export type ClockSurroundings = {
  storage: Pick<Storage, 'getItem' | 'setItem'>
  /** The computer's clock, which can be set, in milliseconds. */
  wallNow: () => number
  /** A clock that nobody can set, in milliseconds. */
  monotonicNow: () => number
}

/** The clock of one person in one tab. All tabs of the browser share what it keeps. */
export type ClockStore = {
  current: () => WorkClock
  /** The present, in milliseconds of steady time. */
  now: () => number
  /** Changes what is kept. Another tab's change just before is in it. */
  change: (step: (clock: WorkClock, now: number) => WorkClock) => void
  /** A sign of life. After a gap in them, the clock has stopped where they ended. */
  beat: () => void
  /** Takes over what another tab has kept. */
  reload: () => void
  subscribe: (listener: () => void) => () => void
}

/**
 * @param userId whose clock it is; people who share a browser do not share a clock
 */
export function openClockStore(userId: string, surroundings: ClockSurroundings): ClockStore {
  const { wallNow, monotonicNow } = surroundings
  const clockKey = `tenfold:clock:${userId}`
  const steadyKey = `tenfold:clock-seen:${userId}`
  const storage = forgiving(surroundings.storage)
  const listeners = new Set<() => void>()
  let own: { at: number; monotonic: number } | null = null
  const readSteady = () => parseSteady(storage.getItem(steadyKey)) ?? startSteadyTime(wallNow())
  let clock = readClock(storage.getItem(clockKey))
  let steady = readSteady()

  const now = () => toSteady(steady, wallNow())
  const keep = (next: WorkClock) => {
    if (next === clock) return
    clock = next
    storage.setItem(clockKey, JSON.stringify(next))
    for (const listener of listeners) listener()
  }
  const reload = () => {
    steady = readSteady()
    clock = readClock(storage.getItem(clockKey))
    for (const listener of listeners) listener()
  }
  const beat = () => {
    const before = readSteady()
    steady = look(before, wallNow(), own && { at: own.at, agoMs: monotonicNow() - own.monotonic })
    const stored = readClock(storage.getItem(clockKey))
    const next = noticeGap(stored, before.seenAt, steady.seenAt)
    storage.setItem(steadyKey, JSON.stringify(steady))
    own = { at: steady.seenAt, monotonic: monotonicNow() }
    if (next.some((session, i) => session !== stored[i])) keep(next)
  }
  return {
    current: () => clock,
    now,
    change: (step) => {
      beat()
      clock = readClock(storage.getItem(clockKey))
      keep(step(clock, now()))
    },
    beat,
    reload,
    subscribe: (listener) => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
  }
}

/** What cannot be read is no clock: nothing of it could be trusted. */
function readClock(text: string | null): WorkClock {
  return readWorkClock(parseJson(text)) ?? NO_WORK
}

function parseSteady(text: string | null): SteadyTime | null {
  return readSteadyTime(parseJson(text))
}

function parseJson(text: string | null): unknown {
  try {
    return text === null ? null : JSON.parse(text)
  } catch {
    return null
  }
}

/** Where a browser keeps nothing (forbidden, full), the clock runs in this tab for as long as it is open. */
function forgiving(storage: ClockSurroundings['storage']): ClockSurroundings['storage'] {
  const unkept = new Map<string, string>()
  return {
    getItem: (key) => {
      try {
        return unkept.get(key) ?? storage.getItem(key)
      } catch {
        return unkept.get(key) ?? null
      }
    },
    setItem: (key, value) => {
      try {
        storage.setItem(key, value)
        unkept.delete(key)
      } catch {
        unkept.set(key, value)
      }
    },
  }
}
