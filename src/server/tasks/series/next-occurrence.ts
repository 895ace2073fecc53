import type { Author } from '#domain/command.ts'
import { dayIn } from '#domain/tasks/due-date.ts'
import { DATE_FIELDS, type DateField, nextOccurrence } from '#domain/tasks/recurrence.ts'
import { completesOccurrence } from '#domain/tasks/task-rules.ts'
import type { Task } from '#domain/tasks/task.ts'
import type { TaskSeriesDays } from '#domain/tasks/undo.ts'

import { shareAttachments } from '../../files/store.ts'
import type { Database } from '../../db/schema.ts'
import { listLastPlaces } from '../places-store.ts'
import { insertTasks } from '../store.ts'
import { repeatTask } from './repeat-task.ts'
import {
  type Occurrence,
  claimOccurrences,
  fillOccurrences,
  readOccurrences,
  writeSeriesDays,
} from './store.ts'

type TaskChange = { before: Task; after: Task }

/** How many days before today a completion can count, because the browser's clock can be wrong. */
const DAYS_LATE_MAX = 30

/** The created occurrences, and the former series days of tasks whose series days were reset. */
export type Continued = { next: readonly Task[]; seriesDays: readonly TaskSeriesDays[] }

/**
 * Continues the series of changed tasks, inside the transaction of the changes. Moving a date to another day resets
 * its series day. Completing a task creates its next occurrence, unless it doesn't recur or already has its next one.
 */
export async function continueSeries(
  db: Database,
  actor: Author,
  changes: readonly TaskChange[],
): Promise<Continued> {
  const seriesDays = await resetSeriesDays(db, actor, changes)
  return { next: await makeNextOccurrences(db, actor, changes), seriesDays }
}

async function resetSeriesDays(db: Database, { userId, zone }: Author, changes: readonly TaskChange[]) {
  const moved = changes.flatMap(({ before, after }) => {
    const fields = DATE_FIELDS.filter((field) => isOnAnotherDay(before[field], after[field], zone))
    return fields.length > 0 ? [{ id: after.id, fields, days: daysOf(fields, () => 0) }] : []
  })
  if (moved.length === 0) return []
  const ids = moved.map(({ id }) => id)
  const occurrences = await readOccurrences(db, userId, ids)
  const kept = moved.flatMap(({ id, fields }) => {
    const { seriesDays } = occurrences.get(id) as Occurrence
    const own = fields.filter((field) => seriesDays[field] !== null)
    return own.length > 0 ? [{ id, days: daysOf(own, (field) => seriesDays[field]) }] : []
  })
  if (kept.length > 0) await writeSeriesDays(db, userId, moved)
  return kept
}

function daysOf(
  fields: readonly DateField[],
  dayOf: (field: DateField) => number | null,
): TaskSeriesDays['days'] {
  return Object.fromEntries(fields.map((field) => [field, dayOf(field)]))
}

/** Compares calendar days, because a new time of day alone doesn't reset the series day. */
function isOnAnotherDay(before: string | null, after: string | null, zone: string): boolean {
  if (before === after) return false
  const [from, to] = [dayIn(before, zone), dayIn(after, zone)]
  return from === null || to === null ? from !== to : !from.equals(to)
}

/** Returns the user's day at the time of the call, which may have waited in a browser. */
function todayOf({ now, zone, today = '' }: Author): Temporal.PlainDate {
  const received = Temporal.Instant.from(now).toZonedDateTimeISO(zone).toPlainDate()
  const days = dayIn(today, zone)?.until(received).days ?? 0
  return received.subtract({ days: Math.min(Math.max(days, 0), DAYS_LATE_MAX) })
}

async function makeNextOccurrences(db: Database, actor: Author, changes: readonly TaskChange[]) {
  const recurring = changes.flatMap(({ before, after }) => {
    const { recurrenceFrequency } = after
    const isDone = completesOccurrence(before, after)
    return isDone && recurrenceFrequency ? [{ ...after, recurrenceFrequency }] : []
  })
  if (recurring.length === 0) return []
  const ids = recurring.map(({ id }) => id)
  const occurrences = await readOccurrences(db, actor.userId, ids)
  const claimed = await claimOccurrences(
    db,
    actor.userId,
    recurring.map((task) => {
      const { seriesId, occurrence, seriesDays: days } = occurrences.get(task.id) as Occurrence
      const { seriesDays, ...dates } = nextOccurrence(task, todayOf(actor), days, actor.zone)
      return { seriesId, occurrence: occurrence + 1, seriesDays, task, dates }
    }),
  )
  if (claimed.length === 0) return []
  const levels = claimed.map(({ task }) => task.priority)
  const lastAtLevel = await listLastPlaces(db, actor.userId, levels)
  const next = await insertTasks(
    db,
    claimed.map(({ task, dates }) => {
      const repeated = repeatTask(task, dates, lastAtLevel.get(task.priority) ?? [], actor)
      lastAtLevel.set(task.priority, [{ id: 0, position: repeated.position }])
      return repeated
    }),
  )
  const filled = claimed.map((one, i) => ({ ...one, taskId: next[i]?.id ?? 0 }))
  const withFiles = filled.filter((_, i) => (next[i]?.attachments ?? []).length > 0)
  const shared = withFiles.map(({ task, taskId }) => ({ fromTaskId: task.id, toTaskId: taskId }))
  if (shared.length > 0) await shareAttachments(db, actor.userId, shared)
  await fillOccurrences(db, actor.userId, filled)
  return next
}
