import { dueUrgency } from '../due-date.ts'
import type { ShortTask } from '../long-texts.ts'
import { type Placed, listMovedUp } from './moved-up.ts'

/** A device unused for this many minutes counts as away. Source: design, 'Moved up, and since you were away'. */
export const AWAY_MINUTES_MIN = 30

/** A version that is higher by more than this is due to a restore, which raises the version of every task. */
const EDITS_MAX = 1000

/** An open task as a device last showed it. */
export type SeenTask = Omit<Placed, 'completed'> &
  Pick<ShortTask, 'dueDate'> & {
    /** Null if the server hadn't confirmed a change to the task yet. */
    version: number | null
  }

/** What changed while a device wasn't in use. Each list is in the order of the board. */
export type SinceAway<T> = {
  movedUp: T[]
  /** Tasks that were changed on another device, with their former state; null for new tasks. */
  changed: { task: T; was: SeenTask | null }[]
  overdue: T[]
}

/**
 * Compares the tasks with those that a device last showed.
 * @param lastHere the local day when they were shown
 * @param zone the IANA time zone for due dates with an offset
 */
export function sinceAway<T extends ShortTask>(
  seen: readonly SeenTask[],
  tasks: readonly T[],
  { lastHere, today, zone }: { lastHere: Temporal.PlainDate; today: Temporal.PlainDate; zone: string },
): SinceAway<T> {
  const seenById = new Map(seen.map((task) => [task.id, task]))
  const ordered = tasks.toSorted((a, b) => a.priority - b.priority || a.position - b.position)
  // A task that was created offline on this device has a different id now.
  const canBeOwn = seen.some(({ id }) => id < 0)
  const changed = ordered
    .map((task) => ({ task, was: seenById.get(task.id) ?? null }))
    .filter(({ task, was }) => (was ? isChanged(task, was) : !task.completed && !canBeOwn))
  const isOverdue = ({ dueDate }: ShortTask, day: Temporal.PlainDate) =>
    dueUrgency(dueDate, day, zone) === 'overdue'
  const seenOpen = seen.map((task) => ({ ...task, completed: false }))
  return {
    movedUp: listMovedUp(seenOpen, ordered),
    changed,
    overdue: ordered.filter(
      (task) => !task.completed && isOverdue(task, today) && !isOverdue(task, lastHere),
    ),
  }
}

function isChanged(task: ShortTask, was: SeenTask): boolean {
  if (was.version !== null && task.version <= was.version + EDITS_MAX) return task.version !== was.version
  return task.completed || task.priority !== was.priority || task.dueDate !== was.dueDate
}
