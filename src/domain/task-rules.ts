import { CATEGORY_PROJECT } from './category.ts'
import { invalid } from './error.ts'
import { type Place, endOfLevel, requireRoom } from './level.ts'
import type { TaskDates } from './recurrence.ts'
import type { Task, TaskDraft, TaskPatch } from './task.ts'

/** What a rule may know of the present: an ISO 8601 UTC instant. */
export type Present = { now: string }

/** A task before the database has given it a number. */
export type NewTask = Omit<Task, 'id'>

/**
 * The task that a draft becomes. Capture is never refused: a full level takes it into its waiting line.
 * @param level the open tasks at the draft's priority; the last alone is enough
 * @throws TenfoldError `invalid` when it recurs without a frequency
 */
export function createTask(
  draft: TaskDraft,
  level: readonly Place[],
  who: { userId: string } & Present,
): NewTask {
  const task: NewTask = {
    ...draft,
    projectName: draft.category === CATEGORY_PROJECT ? draft.projectName : null,
    position: draft.position || endOfLevel(level),
    completedAt: draft.completed ? who.now : null,
    userId: who.userId,
    version: 1,
    createdAt: who.now,
    updatedAt: who.now,
  }
  requireFrequency(task)
  return task
}

/** Whether a change may give a task another place, so that the level it goes to has to be known. */
export function canMove(patch: TaskPatch): boolean {
  return patch.priority !== undefined || patch.completed !== undefined
}

/**
 * The task after a change. The same object comes back when nothing changes; otherwise its version is one higher.
 * @param level the other open tasks at the priority the task will have; counts only when it `canMove`
 * @throws TenfoldError `level_full` when an open task moves to a level without room, `invalid` when it recurs
 *   without a frequency
 */
export function changeTask(task: Task, patch: TaskPatch, level: readonly Place[], { now }: Present): Task {
  const { position, ...fields } = patch
  const next: Task = { ...task, ...fields }
  if (next.category !== CATEGORY_PROJECT) next.projectName = null
  next.completedAt = next.completed ? (task.completedAt ?? now) : null

  const reopened = task.completed && !next.completed
  const moved = next.priority !== task.priority
  if (moved && !next.completed && !reopened) requireRoom(next.priority, level.length)
  if (moved) next.position = position || endOfLevel(level)
  else if (reopened) next.position = endOfLevel(level)

  requireFrequency(next)
  if (!isChanged(task, next)) return task
  next.version = task.version + 1
  next.updatedAt = now
  return next
}

/** Whether this change completes an occurrence of a series, so that the next one is due to be made. */
export function completesOccurrence(before: Task, after: Task): boolean {
  return !before.completed && after.completed && after.isRecurring
}

/**
 * The next occurrence of a recurring task, at the end of its level. It begins with no work done. Its dependencies stay
 * behind: they name particular tasks, which are mostly done by then and would tie it to the past.
 * @param dates when it takes place: see `nextOccurrence`
 * @param level the open tasks at the priority of the task
 */
export function repeatTask(
  task: Task,
  dates: TaskDates,
  level: readonly Place[],
  who: { userId: string } & Present,
): NewTask {
  const isForwarded = task.recurrenceForwardContent
  const draft: TaskDraft = {
    title: task.title,
    description: task.description,
    dueDate: dates.dueDate,
    priority: task.priority,
    category: task.category,
    projectName: task.projectName,
    estimatedTime: task.estimatedTime,
    startDate: dates.startDate,
    endDate: dates.endDate,
    progress: 0,
    dependencies: [],
    attachments: isForwarded ? task.attachments : [],
    completed: false,
    position: 0,
    isRecurring: task.isRecurring,
    recurrenceFrequency: task.recurrenceFrequency,
    recurrenceForwardContent: task.recurrenceForwardContent,
    parentTaskId: task.parentTaskId ?? task.id,
    elapsedTime: 0,
    clearGoals: isForwarded ? task.clearGoals : null,
    notes: isForwarded ? task.notes : null,
    nextSteps: isForwarded ? task.nextSteps : null,
  }
  return createTask(draft, level, who)
}

function requireFrequency(task: NewTask): void {
  if (task.isRecurring && !task.recurrenceFrequency)
    throw invalid('recurrenceFrequency', 'Choose how often the task recurs.')
}

function isChanged(before: Task, after: Task): boolean {
  return (Object.keys(after) as (keyof Task)[]).some((key) => !isSame(before[key], after[key]))
}

function isSame(a: Task[keyof Task], b: Task[keyof Task]): boolean {
  if (Array.isArray(a) && Array.isArray(b))
    return a.length === b.length && a.every((entry, i) => entry === b[i])
  return a === b
}
