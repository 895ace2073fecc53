import { useSyncExternalStore } from 'react'

import {
  NO_WORK,
  type WorkClock,
  type WorkSession,
  pauseWork,
  resetWork,
  isCounting,
  sessionOf,
  sessionSeconds,
  startWork,
} from '#domain/work-clock.ts'

import { newIdempotencyKey } from '../tasks/idempotency-key.ts'
import { type ClockStore, openClockStore } from './clock-store.ts'

/** How often a running clock is drawn: twice a second, so that none of them is skipped. */
const DRAW_MS = 500

/** How often there is a sign of life. A tab in the background is allowed one a minute. */
const BEAT_MS = 5000

let store: ClockStore | null = null

/** Opens the clock of the signed-in person. Signing in and out loads the page anew, so there is one for each page. */
export function openClock(userId: string): void {
  if (store) return
  const opened = openClockStore(userId, {
    storage: browserStorage(),
    wallNow: () => Date.now(),
    monotonicNow: () => performance.now(),
  })
  store = opened
  opened.beat()
  setInterval(opened.beat, BEAT_MS)
  addEventListener('storage', opened.reload)
  addEventListener('pagehide', opened.beat)
  addEventListener('pageshow', opened.beat)
  document.addEventListener('visibilitychange', opened.beat)
}

/** The clock as it is kept: which sessions there are, and which is running. */
export function useClock(): WorkClock {
  return useSyncExternalStore(subscribe, () => store?.current() ?? NO_WORK)
}

/** Whether any task has time that runs, or that is not saved. */
export function useHasSessions(): boolean {
  return useSyncExternalStore(subscribe, () => currentClock().length > 0)
}

/** The session of a task, or null; drawn anew when it is started, paused, saved or reset, not as it runs. */
export function useSession(taskId: number): WorkSession | null {
  return useSyncExternalStore(subscribe, () => sessionOf(store?.current() ?? NO_WORK, taskId))
}

/** The whole seconds of a session, drawn anew with each. */
export function useSessionSeconds(taskId: number): number {
  return useSyncExternalStore(subscribeToTime, () => secondsOf(taskId))
}

/** The present in whole seconds of steady time, drawn anew with each. */
export function useClockNow(): number {
  return useSyncExternalStore(subscribeToTime, () => Math.floor(clockNow() / 1000)) * 1000
}

/** What was counted for a task, in whole seconds. */
export function secondsOf(taskId: number): number {
  return sessionSeconds(sessionOf(store?.current() ?? NO_WORK, taskId), clockNow())
}

/** Starts the clock on a task; the one that was running pauses. */
export function startClock(taskId: number): void {
  changeClock((clock, now) => startWork(clock, taskId, now, newIdempotencyKey()))
}

export function pauseClock(taskId: number): void {
  changeClock((clock, now) => pauseWork(clock, taskId, now))
}

/** Stops, and forgets what was counted. */
export function resetClock(taskId: number): void {
  changeClock((clock) => resetWork(clock, taskId))
}

/** Carries out a step on the clock, in every tab. */
export function changeClock(step: (clock: WorkClock, now: number) => WorkClock): void {
  store?.change(step)
}

/** The clock as it is now. */
export function currentClock(): WorkClock {
  return store?.current() ?? NO_WORK
}

function clockNow(): number {
  return store?.now() ?? 0
}

function subscribe(listener: () => void): () => void {
  return store?.subscribe(listener) ?? (() => undefined)
}

const timeListeners = new Set<() => void>()
let timer: ReturnType<typeof setInterval> | undefined

/** Whoever shows the time is told at the same moment. Between two changes, only a clock that counts shows anything new. */
function subscribeToTime(listener: () => void): () => void {
  const unsubscribe = subscribe(listener)
  timeListeners.add(listener)
  timer ??= setInterval(tellTime, DRAW_MS)
  return () => {
    unsubscribe()
    timeListeners.delete(listener)
    if (timeListeners.size > 0) return
    clearInterval(timer)
    timer = undefined
  }
}

function tellTime(): void {
  if (!isCounting(currentClock())) return
  for (const listener of timeListeners) listener()
}

/** Reading `localStorage` itself is refused in some private windows. */
function browserStorage(): Pick<Storage, 'getItem' | 'setItem'> {
  try {
    return localStorage
  } catch {
    return { getItem: refuse, setItem: refuse }
  }
}

function refuse(): never {
  throw new Error('Nothing is kept.')
}
