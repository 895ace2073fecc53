import {
  NO_WORK,
  type WorkClock,
  type WorkSession,
  endWork,
  pauseWork,
  resetWork,
  isCounting,
  isRunning,
  noticeGap,
  runningSession,
  sessionOf,
  sessionSeconds,
  startWork,
  startedLast,
} from './work-clock.ts'

import { createStore, useStore } from '../state/store.ts'
import { newIdempotencyKey } from '../sync/idempotency-key.ts'
import { onTaskEnd, timeSaver } from '../tasks/data/task-ends.ts'
import { type ClockStore, openClockStore } from './clock-store.ts'

/** How often a running timer is updated on screen: twice a second, so that no second is skipped. */
const DRAW_MS = 500

/** How often the heartbeat is recorded. Browsers limit a background tab to one per minute. */
const BEAT_MS = 5000

let store: ClockStore | null = null

export function openClock(userId: string): void {
  if (store) return
  const opened = openClockStore(userId)
  store = opened
  opened.beat()
  setInterval(opened.beat, BEAT_MS)
  addEventListener('storage', opened.reload)
  addEventListener('pagehide', opened.beat)
  addEventListener('pageshow', opened.beat)
  document.addEventListener('visibilitychange', opened.beat)
  timeSaver.stop = endClock
  onTaskEnd('delete', endClock)
}

export function useClock(): WorkClock {
  return useStore(clock)
}

export function useHasSessions(): boolean {
  return useStore(clock, (sessions) => sessions.length > 0)
}

/** Returns a task's session, or null. Rerenders when it starts, pauses, is saved or is reset, but not every second. */
export function useSession(taskId: number): WorkSession | null {
  return useStore(clock, (sessions) => sessionOf(sessions, taskId))
}

/** Returns a session's whole seconds. Rerenders when they change. */
export function useSessionSeconds(taskId: number): number {
  return useStore(time, () => secondsOf(taskId))
}

/** Returns the current steady time in milliseconds, rounded down to a second. Rerenders each second. */
export function useClockNow(): number {
  return useStore(time, () => Math.floor(clockNow() / 1000)) * 1000
}

export function secondsOf(taskId: number): number {
  return sessionSeconds(sessionOf(currentClock(), taskId), clockNow())
}

/** Starts a task's timer and pauses the running one. */
export function startClock(taskId: number): void {
  const id = newIdempotencyKey()
  changeClock((clock, now) => startWork(clock, taskId, now, id))
}

export function pauseClock(taskId: number): void {
  changeClock((clock, now) => pauseWork(clock, taskId, now))
}

/**
 * Pauses the timer of a completed or deleted task. Discards a session shorter than a second.
 * @returns a function that continues the timer as if it hadn't paused, unless a timer was started or reset since
 */
function endClock(taskId: number): () => void {
  const wasRunning = isRunning(sessionOf(currentClock(), taskId))
  changeClock((clock, now) => endWork(clock, taskId, now))
  const endedAt = clockNow()
  const ended = currentClock()
  const id = newIdempotencyKey()
  const resume: Parameters<typeof changeClock>[0] = (clock, now) => {
    if (sessionOf(clock, taskId)?.id !== sessionOf(ended, taskId)?.id) return clock
    if (runningSession(clock) || startedLast(clock) > startedLast(ended)) return clock
    // The computer may have slept since.
    return noticeGap(startWork(clock, taskId, endedAt, id), endedAt, now)
  }
  return () => wasRunning && changeClock(resume)
}

export function resetClock(taskId: number): void {
  changeClock((clock) => resetWork(clock, taskId))
}

export function changeClock(step: (clock: WorkClock, now: number) => WorkClock): void {
  store?.change(step)
}

export function currentClock(): WorkClock {
  return store?.current() ?? NO_WORK
}

export function clockNow(): number {
  return store?.now() ?? 0
}

/** Converts steady time to the computer's time. The two differ once the computer's clock has been set back. */
export function toWallTime(steadyMs: number): number {
  return Date.now() - clockNow() + steadyMs
}

/** The user's sessions. Notifies on every change, but not every second. */
export const clock = {
  get: currentClock,
  subscribe: (listener: () => void) => store?.subscribe(listener) ?? (() => undefined),
}

const ticks = createStore(0)
let timer: ReturnType<typeof setInterval> | undefined
let viewers = 0

/**
 * Notifies on every change and, while a timer runs, on every tick. All components that show the time update together.
 */
const time = {
  get: ticks.get,
  subscribe: (listener: () => void) => {
    const stops = [clock.subscribe(listener), ticks.subscribe(listener)]
    viewers += 1
    timer ??= setInterval(tick, DRAW_MS)
    return () => {
      for (const stop of stops) stop()
      viewers -= 1
      if (viewers > 0) return
      clearInterval(timer)
      timer = undefined
    }
  },
}

function tick(): void {
  if (isCounting(currentClock())) ticks.set(ticks.get() + 1)
}
