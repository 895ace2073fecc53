import { isRecord, isTime, isWhole } from './stored.ts'

/** A clock that ran so long without a sign of life is asked about. Source: decisions 6. */
export const GAP_MS_MAX = 5 * 60_000

/** Resetting more than this asks first, in seconds. */
const RESET_SECONDS_FREE = 60

/** The working time of one task that is not saved yet. */
export type WorkSession = {
  /** Like no other's, of 1 to 100 characters. With the number of its saves it is the key of the next one, the same in every tab. */
  id: string
  /** How often time of it was saved. */
  saves: number
  taskId: number
  /** What was counted up to the run that is on, in milliseconds. */
  countedMs: number
  /** Since when it has been running, in milliseconds of steady time; null while paused. */
  runningSince: number | null
  /** It was running when the signs of life ended: since when nobody knows what was done. The person decides. */
  gapSince: number | null
  /** A save on its way, or one whose answer was lost: sent again under its key, it counts once. */
  saving: { key: string; seconds: number } | null
}

/** The one clock of a browser: the sessions that are not saved, the latest started first. At most one is running. */
export type WorkClock = readonly WorkSession[]

export const NO_WORK: WorkClock = []

/** What a browser kept as its clock, or null for what is none. */
export function readWorkClock(kept: unknown): WorkClock | null {
  return Array.isArray(kept) && kept.every(isSession) ? kept : null
}

function isSession(kept: unknown): kept is WorkSession {
  if (!isRecord(kept)) return false
  const { id, saves, taskId, countedMs, runningSince, gapSince, saving } = kept
  const isNamed = typeof id === 'string' && id.length > 0 && id.length <= 100
  const isCounted = isWhole(saves, 0) && isWhole(taskId, 1) && isTime(countedMs) && countedMs >= 0
  return isNamed && isCounted && [runningSince, gapSince].every(isTimeOrNull) && isSavingOrNull(saving)
}

function isTimeOrNull(value: unknown): boolean {
  return value === null || isTime(value)
}

function isSavingOrNull(value: unknown): boolean {
  return (
    value === null || (isRecord(value) && typeof value['key'] === 'string' && isWhole(value['seconds'], 1))
  )
}

export function sessionOf(clock: WorkClock, taskId: number): WorkSession | null {
  return clock.find((session) => session.taskId === taskId) ?? null
}

/** Whether time goes into it. A task without a session is not running. */
export function isRunning(session: WorkSession | null): boolean {
  return session !== null && session.runningSince !== null
}

/** The one that is running, or null. */
export function runningSession(clock: WorkClock): WorkSession | null {
  return clock.find((session) => session.runningSince !== null) ?? null
}

/** The one to be shown wherever there is room for one: the running one, else the latest, of these tasks; or null. */
export function shownSession(clock: WorkClock, taskIds: ReadonlySet<number>): WorkSession | null {
  const known = clock.filter((session) => taskIds.has(session.taskId))
  return runningSession(known) ?? known[0] ?? null
}

/** Whether time goes by on it: it is running, or a gap that may count is asked about. */
export function isCounting(clock: WorkClock): boolean {
  return runningSession(clock) !== null || questionedSession(clock) !== null
}

/** The one whose gap the person is asked about, or null. */
export function questionedSession(clock: WorkClock): WorkSession | null {
  return clock.find((session) => session.gapSince !== null) ?? null
}

/** What was counted, in whole seconds. */
export function sessionSeconds(session: WorkSession | null, now: number): number {
  return session ? Math.floor(countedAt(session, now) / 1000) : 0
}

/**
 * Starts the clock on a task, or goes on; the one that was running pauses. While a gap is asked about, nothing starts.
 * @param id for a new session
 */
export function startWork(clock: WorkClock, taskId: number, now: number, id: string): WorkClock {
  if (questionedSession(clock)) return clock
  const session = sessionOf(clock, taskId) ?? {
    id,
    saves: 0,
    taskId,
    countedMs: 0,
    runningSince: null,
    gapSince: null,
    saving: null,
  }
  if (session.runningSince !== null) return clock
  const others = pauseAll(clock, now).filter((other) => other.taskId !== taskId)
  return [{ ...session, runningSince: now }, ...others]
}

/** Stops counting; what was counted stays until it is saved or reset. */
export function pauseWork(clock: WorkClock, taskId: number, now: number): WorkClock {
  return clock.map((session) => (session.taskId === taskId ? paused(session, now) : session))
}

/** Stops, and forgets what was counted. */
export function resetWork(clock: WorkClock, taskId: number): WorkClock {
  return clock.filter((session) => session.taskId !== taskId)
}

/** Whether resetting would lose so much that it asks first. */
export function asksBeforeReset(seconds: number): boolean {
  return seconds > RESET_SECONDS_FREE
}

/** After a gap without any sign of life, the clock counts up to the last one, and the rest is asked about. */
export function noticeGap(clock: WorkClock, seenAt: number, now: number): WorkClock {
  if (now - seenAt <= GAP_MS_MAX) return clock
  return clock.map((session) => {
    if (session.runningSince === null) return session
    const gapSince = Math.max(seenAt, session.runningSince)
    return { ...paused(session, gapSince), gapSince }
  })
}

/** The person worked through the gap: it counts, and the clock goes on. */
export function keepGap(clock: WorkClock, now: number): WorkClock {
  return clock.map((session) =>
    session.gapSince === null
      ? session
      : { ...session, countedMs: countedAt(session, now), gapSince: null, runningSince: now },
  )
}

/** The person stopped when the signs of life did: the clock is paused there. */
export function trimGap(clock: WorkClock): WorkClock {
  return clock
    .map((session) => (session.gapSince === null ? session : { ...session, gapSince: null }))
    .filter(isWorthKeeping)
}

/** None of it was work: the session is forgotten. */
export function dropGap(clock: WorkClock): WorkClock {
  return clock.filter((session) => session.gapSince === null)
}

/** What the gap would come to, in whole seconds: everything, what was counted before it, and the gap itself. */
export function gapSeconds(
  session: WorkSession,
  now: number,
): { kept: number; trimmed: number; gap: number } {
  const kept = sessionSeconds(session, now)
  const trimmed = Math.floor(session.countedMs / 1000)
  return { kept, trimmed, gap: kept - trimmed }
}

/**
 * Pauses a session in order to save it. Two tabs that do so at once save under one key. One whose save is not known to be
 * done keeps its key and its seconds, whatever was counted since. Without a whole second, or while a gap is asked about,
 * there is nothing to save.
 */
export function beginSave(clock: WorkClock, taskId: number, now: number): WorkClock {
  return clock.map((session) => {
    if (session.taskId !== taskId || session.gapSince !== null) return session
    const rest = paused(session, now)
    const seconds = sessionSeconds(rest, now)
    return seconds === 0 || rest.saving
      ? rest
      : { ...rest, saving: { key: `${rest.id}.${rest.saves}`, seconds } }
  })
}

/** The save under this key was answered: its seconds are the task's now, and what was counted since stays. */
export function endSave(clock: WorkClock, key: string): WorkClock {
  return clock
    .map((session) =>
      session.saving?.key === key
        ? {
            ...session,
            countedMs: Math.max(0, session.countedMs - session.saving.seconds * 1000),
            saves: session.saves + 1,
            saving: null,
          }
        : session,
    )
    .filter(isWorthKeeping)
}

/** The session goes on under another task: a deleted one that was made again. */
export function moveWork(clock: WorkClock, fromId: number, toId: number): WorkClock {
  return clock.map((session) =>
    session.taskId === fromId
      ? { ...session, taskId: toId, saves: session.saves + 1, saving: null }
      : session,
  )
}

function pauseAll(clock: WorkClock, now: number): WorkClock {
  return clock.map((session) => paused(session, now)).filter(isWorthKeeping)
}

function paused(session: WorkSession, now: number): WorkSession {
  if (session.runningSince === null) return session
  return { ...session, countedMs: countedAt(session, now), runningSince: null }
}

/** In milliseconds; a gap that is asked about is counted as if it were kept. */
function countedAt({ countedMs, runningSince, gapSince }: WorkSession, now: number): number {
  const since = runningSince ?? gapSince
  return countedMs + (since === null ? 0 : Math.max(0, now - since))
}

/** Less than a second that is not running is nothing that anybody misses. */
function isWorthKeeping({ countedMs, runningSince, gapSince, saving }: WorkSession): boolean {
  return runningSince !== null || gapSince !== null || saving !== null || countedMs >= 1000
}

/** The progress after a save from the card: 10 more, at most 100. Source: specification 4. */
export function progressAfterSave(progress: number): number {
  return Math.min(PROGRESS_MAX, progress + PROGRESS_PER_SAVE)
}

const PROGRESS_PER_SAVE = 10
const PROGRESS_MAX = 100
