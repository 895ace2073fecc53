import { leadingDay, nextOccurrence } from '#domain/recurrence.ts'
import { completesOccurrence, repeatTask } from '#domain/task-rules.ts'
import type { Task } from '#domain/task.ts'

import { shareAttachments } from '../../attachments/store.ts'
import type { Database } from '../../db/schema.ts'
import { insertTask, listPlaces } from '../store.ts'
import { claimOccurrence, fillOccurrence, forgetSeriesDay, readSeriesPlace } from './store.ts'

/** Who changes a task, when, and in which IANA time zone. */
export type LocalActor = { userId: string; now: string; zone: string }

/**
 * What a change of a task does to its series: another date begins a new series day, and completing makes the next
 * occurrence, which is answered. Null when none is made: the task does not recur, or its next one was made before.
 * Runs inside the transaction of the change, after it.
 */
export async function goOnWithSeries(
  db: Database,
  actor: LocalActor,
  before: Task,
  after: Task,
): Promise<Task | null> {
  if (hasAnotherDate(before, after, actor.zone)) await forgetSeriesDay(db, actor.userId, after.id)
  return completesOccurrence(before, after) ? makeNextOccurrence(db, actor, after) : null
}

/** A time of day may change without making it another date. */
function hasAnotherDate(before: Task, after: Task, zone: string): boolean {
  const isSameText = (['dueDate', 'startDate', 'endDate'] as const).every(
    (field) => before[field] === after[field],
  )
  if (isSameText) return false
  const [from, to] = [leadingDay(before, zone), leadingDay(after, zone)]
  return from === null || to === null ? from !== to : !from.equals(to)
}

/** The calendar day it is for the person who asks. */
function todayOf({ now, zone }: LocalActor): Temporal.PlainDate {
  return Temporal.Instant.from(now).toZonedDateTimeISO(zone).toPlainDate()
}

async function makeNextOccurrence(db: Database, actor: LocalActor, task: Task): Promise<Task | null> {
  const { recurrenceFrequency } = task
  if (!recurrenceFrequency) return null
  const place = await readSeriesPlace(db, actor.userId, task.id)
  const repeated = { ...task, recurrenceFrequency }
  const { seriesDay, ...dates } = nextOccurrence(repeated, todayOf(actor), place.seriesDay, actor.zone)
  const nextPlace = { ...place, occurrence: place.occurrence + 1, seriesDay }
  if (!(await claimOccurrence(db, actor.userId, nextPlace))) return null
  const level = await listPlaces(db, actor.userId, task.priority)
  const next = await insertTask(db, repeatTask(task, dates, level, actor))
  if (next.attachments.length > 0) await shareAttachments(db, actor.userId, task.id, next.id)
  await fillOccurrence(db, actor.userId, nextPlace, next.id)
  return next
}
