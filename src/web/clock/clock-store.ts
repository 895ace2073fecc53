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

type Step = (clock: WorkClock, now: number) => WorkClock

/** One user's timer in one tab. The browser's tabs share its state. */
export type ClockStore = {
  current: () => WorkClock
  now: () => number
  /**
   * Changes the stored state. Builds on other tabs' latest changes.
   * @param step pure, because it is applied again if storage rejects the change
   */
  change: (step: Step) => void
  /** Records that the browser is awake; stored only while a timer runs. A gap between records stops the timer. */
  beat: () => void
  reload: () => void
  subscribe: (listener: () => void) => () => void
}

/** Opens a user's timer. Users who share a browser have separate timers. */
export function openClockStore(userId: string, surroundings: ClockSurroundings = BROWSER): ClockStore {
  const { wallNow, monotonicNow } = surroundings
  const options = { storage: () => surroundings.storage ?? localStorage, fallback: null }
  const storedClock = createStoredValue(`tenfold:clock:${userId}`, {
    ...options,
    parse: (text) => (text === null ? null : (readWorkClock(parseJson(text)) ?? NO_WORK)),
  })
  const storedSteady = createStoredValue(`tenfold:clock-seen:${userId}`, {
    ...options,
    parse: (text) => readSteadyTime(parseJson(text)),
  })
  const clock = createStore(storedClock.read() ?? NO_WORK)
  /** The changes that storage rejected. */
  let unstored: { step: Step; at: number }[] = []
  let own: { at: number; monotonic: number } | null = null
  let steady = storedSteady.read() ?? startSteadyTime(wallNow())

  const now = () => toSteady(steady, wallNow())
  const keepSteady = () => storedSteady.write(steady)
  const readSteady = () => {
    const stored = storedSteady.read()
    return stored && stored.seenAt >= steady.seenAt ? stored : steady
  }
  /** Returns the stored state with this tab's changes. Without storage, the timer lives as long as this tab. */
  const read = () => {
    const stored = storedClock.read()
    return stored ? unstored.reduce((before, { step, at }) => step(before, at), stored) : clock.get()
  }
  const reload = () => {
    steady = readSteady()
    clock.set(read())
  }
  /** Applies a change, and stores it together with earlier ones that storage rejected. */
  const apply = (step: Step): WorkClock => {
    const at = now()
    const before = read()
    const next = step(before, at)
    const isChanged = next.length !== before.length || next.some((session, i) => session !== before[i])
    if (isChanged) unstored.push({ step, at })
    // The user can clear the storage while the page is open.
    const isMissing = next.length > 0 && storedClock.read() === null
    if ((unstored.length > 0 || isMissing) && storedClock.write(next)) unstored = []
    if (isChanged) clock.set(next)
    return next
  }
  const beat = () => {
    const before = readSteady()
    steady = look(before, wallNow(), own && { at: own.at, agoMs: monotonicNow() - own.monotonic })
    // Stored for tabs that open after the computer's clock was set back.
    if (isCounting(read()) || steady.skewMs !== before.skewMs) keepSteady()
    own = { at: steady.seenAt, monotonic: monotonicNow() }
    const { seenAt } = steady
    apply((clock) => noticeGap(clock, before.seenAt, seenAt))
  }
  return {
    current: clock.get,
    now,
    change: (step) => {
      beat()
      // Store the heartbeat first, or a crash before the next write would turn the idle time before a start into a gap.
      if (isCounting(step(read(), now()))) keepSteady()
      clock.set(apply(step))
    },
    beat,
    reload,
    subscribe: clock.subscribe,
  }
}
