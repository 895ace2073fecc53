import { createStore } from '../state/store.ts'
import { createStoredValue, parseJson } from '../state/stored-value.ts'
import { look, readSteadyTime, startSteadyTime, toSteady } from './steady-time.ts'
import { NO_WORK, type WorkClock, isCounting, noticeGap, readWorkClock } from './work-clock.ts'

export type ClockSurroundings = {
  /** `localStorage` by default. */
  storage?: Pick<Storage, 'getItem' | 'setItem'>
  /** Milliseconds on the computer's clock, which can be set back. */
  wallNow: () => number
  /** Milliseconds on a monotonic clock. */
  monotonicNow: () => number
}

const BROWSER: ClockSurroundings = { wallNow: () => Date.now(), monotonicNow: () => performance.now() }

/** One user's timer in one tab. The browser's tabs share its state. */
export type ClockStore = {
  current: () => WorkClock
  now: () => number
  /** Changes the stored state. Builds on other tabs' latest changes. */
  change: (step: (clock: WorkClock, now: number) => WorkClock) => void
  /** Records that the browser is awake; stored only while a timer runs. A gap between records stops the timer. */
  beat: () => void
  reload: () => void
  subscribe: (listener: () => void) => () => void
}

/** Opens a user's timer. Users who share a browser have separate timers. */
export function openClockStore(userId: string, surroundings: ClockSurroundings = BROWSER): ClockStore {
  const { wallNow, monotonicNow } = surroundings
  // Without storage, the timer lives as long as this tab.
  const options = { storage: () => surroundings.storage ?? localStorage, keepsRejected: true }
  const storedClock = createStoredValue(`tenfold:clock:${userId}`, {
    ...options,
    parse: (text) => readWorkClock(parseJson(text)) ?? NO_WORK,
    fallback: NO_WORK,
  })
  const storedSteady = createStoredValue(`tenfold:clock-seen:${userId}`, {
    ...options,
    parse: (text) => readSteadyTime(parseJson(text)),
    fallback: null,
  })
  const readSteady = () => storedSteady.read() ?? startSteadyTime(wallNow())
  const clock = createStore(storedClock.read())
  let own: { at: number; monotonic: number } | null = null
  let steady = readSteady()

  const now = () => toSteady(steady, wallNow())
  const keepSteady = () => storedSteady.write(steady)
  const reload = () => {
    steady = readSteady()
    clock.set(storedClock.read())
  }
  const beat = () => {
    const before = readSteady()
    steady = look(before, wallNow(), own && { at: own.at, agoMs: monotonicNow() - own.monotonic })
    const stored = storedClock.read()
    const next = noticeGap(stored, before.seenAt, steady.seenAt)
    // Stored for tabs that open after the computer's clock was set back.
    if (isCounting(stored) || steady.skewMs !== before.skewMs) keepSteady()
    own = { at: steady.seenAt, monotonic: monotonicNow() }
    if (next.some((session, i) => session !== stored[i])) {
      storedClock.write(next)
      clock.set(next)
    }
  }
  return {
    current: clock.get,
    now,
    change: (step) => {
      beat()
      const stored = storedClock.read()
      const next = step(stored, now())
      // Store the heartbeat first, or a crash before the next write would turn the idle time before a start into a gap.
      if (isCounting(next)) keepSteady()
      if (next !== stored) storedClock.write(next)
      clock.set(next)
    },
    beat,
    reload,
    subscribe: clock.subscribe,
  }
}
