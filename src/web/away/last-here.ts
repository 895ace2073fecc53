import { useEffect, useEffectEvent, useRef } from 'react'

import type { Settings } from '#domain/account/settings.ts'
import { splitLevel, openByLevel } from '#domain/tasks/level.ts'
import type { ShortTask } from '#domain/tasks/long-texts.ts'
import { AWAY_MINUTES_MIN, type SeenTask, type SinceAway, sinceAway } from '#domain/tasks/day/since-away.ts'

import { changeSettings } from '../account/commands.ts'
import { settingsQuery, useSettings } from '../account/settings.ts'
import { keepMovedUp, movedUp, noteMovedUp, seenMovedUp } from '../board/card/moved-up-store.ts'
import { isSignedOutSince } from '../drafts/forget-drafts.ts'
import { createStore, useStore } from '../state/store.ts'
import { connection } from '../sync/connection.ts'
import { request } from '../sync/api.ts'
import { calls } from '../sync/runner/calls.ts'
import { taskMarks } from '../sync/runner/outbox.ts'
import { runQuietly } from '../sync/runner/run.ts'
import { storedLastHere, storedMovedUp } from '../tasks/cache/last-here.ts'
import { listFreshAt } from '../tasks/data/list-change.ts'
import { useEvent } from '../ui/use-event.ts'
import { useLatest } from '../ui/use-latest.ts'

const AWAY_MS_MIN = AWAY_MINUTES_MIN * 60_000
/** How often the tasks are stored while the device is in use, in ms. */
const STORE_EVERY_MS = 30_000
/** The delay before seen chips are saved to the account, so that several are saved in one change, in ms. */
const SEEN_AFTER_MS = 3000
/** How long the event stream can be silent while the tasks count as current, in ms. A message arrives every 25 s. */
const SILENCE_MS_MAX = 40_000

/** A report of what happened since a time, in ms since 1970. */
export type AwayReport = { since: number; report: SinceAway<ShortTask> }

/** The report that the board shows; null if there is none. */
export const awayReport = createStore<AwayReport | null>(null)

type Absence = {
  since: number
  endedAt: number
  /** The report needs tasks that were fetched after this time; 0 if this page has just opened. */
  staleUntil: number
  seen: SeenTask[]
  /** Whether this device has changed tasks since the user returned; the report must not list its own changes. */
  hasOwnChanges: boolean
}

/** Remembers what this device last showed, and reports what has changed when it is used again after half an hour. */
export function useLastHere(userId: string, tasks: readonly ShortTask[]): void {
  useKeptMovedUp(userId, tasks)
  const absence = useRef<Absence | null>(null)
  const hereAt = useRef(0)
  const storedAt = useRef(0)

  const store = () => {
    const isStored = hereAt.current === storedAt.current
    if (absence.current || isStored || isSignedOutSince()) return
    storedAt.current = hereAt.current
    const stored = storedLastHere(userId)
    // An older list would report this device's own changes.
    if (!stored.write({ at: hereAt.current, tasks: toSeen(tasks) })) stored.remove()
  }
  const report = () => {
    const { current: over } = absence
    const freshAt = listFreshAt.get()
    const isFollowing = Date.now() - connection.heardAt() < SILENCE_MS_MAX
    // Until the server's changes have arrived, there is nothing to compare against.
    if (!over || freshAt === 0 || (freshAt < over.staleUntil && !isFollowing)) return
    absence.current = null
    const zone = Temporal.Now.timeZoneId()
    const lastHere = Temporal.Instant.fromEpochMilliseconds(over.since).toZonedDateTimeISO(zone).toPlainDate()
    // The page may not have rendered since midnight.
    const today = Temporal.Now.plainDateISO(zone)
    const compared = sinceAway(over.seen, tasks, { lastHere, today, zone })
    const found = over.hasOwnChanges ? { ...compared, changed: [] } : compared
    const ids = found.movedUp.map(({ id }) => id)
    noteMovedUp(ids, over.since)
    if (Object.values(found).some(({ length }) => length > 0))
      void claim({ since: over.since, report: found })
  }
  const note = () => {
    if (document.hidden) return store()
    const now = Date.now()
    // Another tab may have been used in the meantime, so the stored time decides.
    if (now - hereAt.current >= AWAY_MS_MIN) {
      const last = storedLastHere(userId).read()
      const staleUntil = hereAt.current && now
      if (last && now - last.at >= AWAY_MS_MIN)
        absence.current = {
          since: last.at,
          endedAt: now,
          staleUntil,
          seen: last.tasks,
          hasOwnChanges: hasOwn(),
        }
    } else if (absence.current && now - absence.current.endedAt > STORE_EVERY_MS) absence.current = null
    hereAt.current = now
    report()
  }
  useEvent(document, ['pointerdown', 'keydown', 'visibilitychange'], note, { capture: true, passive: true })
  useEvent(window, ['pagehide'], store)
  const latest = useLatest({ note, store, report })
  useEffect(() => {
    latest.current.note()
    const timer = setInterval(() => latest.current.store(), STORE_EVERY_MS)
    const stop = listFreshAt.subscribe(() => latest.current.report())
    const stopCalls = calls.subscribe(() => {
      if (absence.current && hasOwn()) absence.current.hasOwnChanges = true
    })
    return () => {
      clearInterval(timer)
      stop()
      stopCalls()
    }
  }, [latest])
}

/** Returns whether a task change from this device still awaits the server's response. */
function hasOwn(): boolean {
  return calls.get().some(({ command, isOther }) => !isOther && command.name !== changeSettings.name)
}

/** Shows a report unless another device has shown one since. Shows nothing if the server can't be reached. */
async function claim(shown: AwayReport): Promise<void> {
  try {
    // Any change to the settings would cancel a fetch through the query cache.
    const { awayPanelAt } = await request<Settings>('GET', settingsQuery.queryKey[0])
    if (awayPanelAt && Date.parse(awayPanelAt) > shown.since) return
    await runQuietly(changeSettings, { awayPanelAt: new Date().toISOString() })
    awayReport.set(shown)
  } catch {
    // Another open page, or the next one that opens on this device, will show the report.
  }
}

function toSeen(tasks: readonly ShortTask[]): SeenTask[] {
  const marks = taskMarks.get()
  const isSending = calls.get().some(({ isOther, isWaiting }) => !isOther && !isWaiting)
  return tasks
    .filter(({ completed }) => !completed)
    .map(({ id, priority, position, dueDate, version }) => ({
      id,
      priority,
      position,
      dueDate,
      version: isSending || marks.has(id) ? null : version,
    }))
}

/** Keeps the chips across reloads, except those that another device has shown or whose task no longer holds a slot. */
function useKeptMovedUp(userId: string, tasks: readonly ShortTask[]): void {
  const chips = useStore(movedUp)
  const seen = useStore(seenMovedUp)
  const { movedUpSeen } = useSettings()
  useEffect(() => {
    const kept = storedMovedUp(userId)
    for (const [id, since] of kept.read()) noteMovedUp([id], since)
    return movedUp.subscribe(() => kept.write([...movedUp.get()]))
  }, [userId])
  useEffect(() => {
    if (chips.size === 0) return
    const holding = new Set(
      [...openByLevel(tasks)].flatMap(([level, places]) =>
        splitLevel(level, places).holding.map(({ id }) => id),
      ),
    )
    const seenAt = new Map(movedUpSeen.map(({ taskId, at }) => [taskId, Date.parse(at)]))
    keepMovedUp((id, since) => holding.has(id) && (seenAt.get(id) ?? -1) < since)
  }, [tasks, chips, movedUpSeen])
  const store = useEffectEvent(async () => {
    if (connection.get()) return
    seenMovedUp.set([])
    // If this fails, another device also shows these chips, which is harmless.
    await runQuietly(changeSettings, { movedUpSeen: seen }).catch(() => undefined)
  })
  useEffect(() => {
    if (seen.length === 0) return
    const timer = setTimeout(() => void store(), SEEN_AFTER_MS)
    return () => clearTimeout(timer)
  }, [seen])
}
