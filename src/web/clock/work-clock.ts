import { isRecord, isTime, isWhole } from './stored.ts'

/** The time without a heartbeat after which the user is asked about the gap. Source: decisions 6. */
export const GAP_MS_MAX = 5 * 60_000

/** Resetting more seconds than this requires confirmation. */
const RESET_SECONDS_FREE = 60

/** The unsaved time of one task. */
export type WorkSession = {
  /** Unique, 1 to 100 characters. Together with `saves`, it forms the next save's key, the same in every tab. */
  id: string
  saves: number
  taskId: number
  /** Time before the current run, in milliseconds. */
  countedMs: number
  /** Start of the current run, in milliseconds of steady time; null while paused. */
  runningSince: number | null
  /** Start of the last run, while paused. Missing in sessions stored by earlier versions. */
  ranSince?: number
  /** The last heartbeat before a gap, in milliseconds of steady time. The user decides whether the gap counts. */
  gapSince: number | null
  /** A pending save, or one without a response. The save counts once, because it is resent with the same key. */
  saving: Saving | null
}

export type Saving = { key: string; seconds: number; sent?: Sent | undefined }

/** The task's state that a save was based on, and when it was first sent, in milliseconds of steady time. */
export type Sent = { version: number; elapsedTime: number; at: number }

/** How long a key is certain to be valid on the server, in ms. The server keeps keys for a day. Source: decisions 3. */
const KEY_MS = 23 * 60 * 60_000

/** A browser's unsaved sessions, the most recently started first. At most one session is running. */
export type WorkClock = readonly WorkSession[]

export const NO_WORK: WorkClock = []

export function readWorkClock(kept: unknown): WorkClock | null {
  return Array.isArray(kept) && kept.every(isSession) ? kept : null
}

function isSession(kept: unknown): kept is WorkSession {
  if (!isRecord(kept)) return false
  const { id, saves, taskId, countedMs, runningSince, ranSince = null, gapSince, saving } = kept
  const isNamed = typeof id === 'string' && id.length > 0 && id.length <= 100
  // A task that was created offline has a negative id until the server has created it.
  const isCounted =
    isWhole(saves, 0) && isWhole(taskId, Number.MIN_SAFE_INTEGER) && isTime(countedMs) && countedMs >= 0
  const isTimed = [runningSince, ranSince, gapSince].every((at) => at === null || isTime(at))
  return isNamed && isCounted && isTimed && isSavingOrNull(saving)
}

function isSavingOrNull(value: unknown): boolean {
  if (value === null) return true
  if (!isRecord(value)) return false
  const { key, seconds, sent } = value
  return typeof key === 'string' && isWhole(seconds, 1) && (sent === undefined || isSent(sent))
}

function isSent(value: unknown): boolean {
  if (!isRecord(value)) return false
  const { version, elapsedTime, at } = value
  return isWhole(version, 1) && isWhole(elapsedTime, 0) && isTime(at)
}

export function sessionOf(clock: WorkClock, taskId: number): WorkSession | null {
  return clock.find((session) => session.taskId === taskId) ?? null
}

export function isRunning(session: WorkSession | null): boolean {
  return session !== null && session.runningSince !== null
}

export function runningSession(clock: WorkClock): WorkSession | null {
  return clock.find((session) => session.runningSince !== null) ?? null
}

/** Returns when a timer was last started, in milliseconds of steady time; 0 if unknown. */
export function startedLast(clock: WorkClock): number {
  return Math.max(0, ...clock.map(({ runningSince, ranSince = 0 }) => runningSince ?? ranSince))
}

/** Returns the session to show where only one fits: these tasks' running session, else their latest; null for none. */
export function shownSession(clock: WorkClock, tasks: readonly { id: number }[]): WorkSession | null {
  const known = clock.filter(({ taskId }) => tasks.some(({ id }) => id === taskId))
  return runningSession(known) ?? known[0] ?? null
}

/** Returns whether the clock is counting: a timer is running, or a gap may still count. */
export function isCounting(clock: WorkClock): boolean {
  return runningSession(clock) !== null || questionedSession(clock) !== null
}

export function questionedSession(clock: WorkClock): WorkSession | null {
  return clock.find((session) => session.gapSince !== null) ?? null
}

export function sessionSeconds(session: WorkSession | null, now: number): number {
  return session ? Math.floor(countedAt(session, now) / 1000) : 0
}

/**
 * Starts or resumes a task's timer and pauses the running one. Does nothing while a question about a gap is
 * open.
 * @param id for a new session
 */
export function startWork(clock: WorkClock, taskId: number, now: number, id: string): WorkClock {
  if (questionedSession(clock)) return clock
  const session = sessionOf(clock, taskId) ?? newSession(taskId, id)
  if (session.runningSince !== null) return clock
  const others = pauseAll(clock, now).filter((other) => other.taskId !== taskId)
  return [{ ...session, runningSince: now }, ...others]
}

/** Pauses a timer; its time stays until it is saved or reset. */
export function pauseWork(clock: WorkClock, taskId: number, now: number): WorkClock {
  return clock.map((session) => (session.taskId === taskId ? paused(session, now) : session))
}

/** Lets another task take over a task's timer. */
export function moveWork(clock: WorkClock, from: number, to: number): WorkClock {
  return clock.map((session) => (session.taskId === from ? { ...session, taskId: to } : session))
}

/** Pauses a session whose task is completed. Discards a session shorter than a second. */
export function endWork(clock: WorkClock, taskId: number, now: number): WorkClock {
  return pauseWork(clock, taskId, now).filter(
    (session) => session.taskId !== taskId || isWorthKeeping(session),
  )
}

export function resetWork(clock: WorkClock, taskId: number): WorkClock {
  return clock.filter((session) => session.taskId !== taskId)
}

export function asksBeforeReset(seconds: number): boolean {
  return seconds > RESET_SECONDS_FREE
}

/** Stops the timer at the last heartbeat if there was a gap, so that the user can be asked about it. */
export function noticeGap(clock: WorkClock, seenAt: number, now: number): WorkClock {
  if (now - seenAt <= GAP_MS_MAX) return clock
  return clock.map((session) => {
    if (session.runningSince === null) return session
    const gapSince = Math.max(seenAt, session.runningSince)
    return { ...paused(session, gapSince), gapSince }
  })
}

/** Counts the gap as work and continues the interrupted run, during which the task may have been completed. */
export function keepGap(clock: WorkClock): WorkClock {
  return clock.map((session) => {
    const { gapSince, countedMs } = session
    if (gapSince === null) return session
    // A tab running an earlier version can leave the start of an older run behind.
    const runningSince = Math.max(session.ranSince ?? gapSince, gapSince - countedMs)
    return { ...session, gapSince: null, runningSince, countedMs: countedMs - (gapSince - runningSince) }
  })
}

/** Discards the gap. The timer stays paused at the start of the gap. */
export function trimGap(clock: WorkClock): WorkClock {
  return clock
    .map((session) => (session.gapSince === null ? session : { ...session, gapSince: null }))
    .filter(isWorthKeeping)
}

export function dropGap(clock: WorkClock): WorkClock {
  return clock.filter((session) => session.gapSince === null)
}

/** Returns the whole seconds with the gap, without the gap, and of the gap alone. */
export function gapSeconds(
  session: WorkSession,
  now: number,
): { kept: number; trimmed: number; gap: number } {
  const kept = sessionSeconds(session, now)
  const trimmed = Math.floor(session.countedMs / 1000)
  return { kept, trimmed, gap: kept - trimmed }
}

/**
 * Pauses a session to save it. Two tabs that save at the same time use the same key. A pending save keeps its key and
 * seconds. Saves nothing while a gap is unanswered. Discards a session shorter than a second, which could never be
 * saved.
 */
export function beginSave(clock: WorkClock, taskId: number, now: number): WorkClock {
  return endWork(clock, taskId, now).map((session) => {
    if (session.taskId !== taskId || session.gapSince !== null || session.saving) return session
    const saving = { key: `${session.id}.${session.saves}`, seconds: sessionSeconds(session, now) }
    return { ...session, saving }
  })
}

/** Records the state that a save was based on, so that it can be resent unchanged; pass undefined if it failed. */
export function noteSent(clock: WorkClock, key: string, sent: Sent | undefined): WorkClock {
  return clock.map((session) =>
    session.saving?.key === key ? { ...session, saving: { ...session.saving, sent } } : session,
  )
}

/**
 * Returns whether a save without a response succeeded, after the server rejected its resend because the task changed. A
 * server that still has the key would have repeated its response, so the save failed. Once the key has expired, the
 * task's time decides: it never decreases, and includes this save if the save succeeded.
 */
export function wasDone({ seconds }: Saving, sent: Sent, elapsedTime: number, now: number): boolean {
  return now - sent.at > KEY_MS && elapsedTime >= sent.elapsedTime + seconds
}

/** Removes the saved seconds from the session, and keeps later time. */
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

/**
 * Adds seconds back to a task's timer, or to a new paused one, after the change that would have saved them was undone.
 * @param id for a new session
 */
export function returnTime(clock: WorkClock, taskId: number, seconds: number, id: string): WorkClock {
  const known = sessionOf(clock, taskId)
  const session = known ?? newSession(taskId, id)
  const others = clock.filter((other) => other !== known)
  return [{ ...session, countedMs: session.countedMs + seconds * 1000 }, ...others]
}

function newSession(taskId: number, id: string): WorkSession {
  return { id, saves: 0, taskId, countedMs: 0, runningSince: null, gapSince: null, saving: null }
}

function pauseAll(clock: WorkClock, now: number): WorkClock {
  return clock.map((session) => paused(session, now)).filter(isWorthKeeping)
}

function paused(session: WorkSession, now: number): WorkSession {
  const { runningSince } = session
  if (runningSince === null) return session
  return { ...session, countedMs: countedAt(session, now), runningSince: null, ranSince: runningSince }
}

/** Returns the counted milliseconds, including an unanswered gap. */
function countedAt({ countedMs, runningSince, gapSince }: WorkSession, now: number): number {
  const since = runningSince ?? gapSince
  return countedMs + (since === null ? 0 : Math.max(0, now - since))
}

function isWorthKeeping({ countedMs, runningSince, gapSince, saving }: WorkSession): boolean {
  return runningSince !== null || gapSince !== null || saving !== null || countedMs >= 1000
}

/** Returns the progress after a save from the card: 10 more, at most 100. Source: specification 4. */
export function progressAfterSave(progress: number): number {
  return Math.min(PROGRESS_MAX, progress + PROGRESS_PER_SAVE)
}

const PROGRESS_PER_SAVE = 10
const PROGRESS_MAX = 100
