import { defineCommand } from '../command.ts'
import { TenfoldError } from '../error.ts'
import { type DependencyNode, requireDependencies } from './dependency.ts'
import { levelFullMessage } from './level.ts'
import { type Level, slotsAtLevel } from './priority.ts'
import type { SeriesDays } from './recurrence.ts'
import { CANNOT_UNDO } from './task-changed.ts'
import { TASK_LEADS } from './task-leads.ts'
import { isSame } from './task-rules.ts'
import type { Task } from './task.ts'

/** A change to a task. Fields that are missing from `after` don't change. */
export type PartialChange = { before: Partial<Task>; after: Partial<Task> & Pick<Task, 'id'> }

/** The fields that a command changed in a task, and those of their groups, with their values before and after. */
type TaskDiff = { id: number; before: Partial<Task>; after: Partial<Task> }

export type CreatedTask = { id: number; hash: string }

/** Some of a task's series days. 0 resets a day. */
export type TaskSeriesDays = { id: number; days: Partial<SeriesDays> }

/** The number of open tasks at a level before a command that moved tasks to or from it. */
type LevelCount = { level: Level; before: number }

export type UndoRecord = {
  tasks: readonly TaskDiff[]
  created: readonly CreatedTask[]
  levels: readonly LevelCount[]
  /** The series days that the command reset. Missing in older records. */
  seriesDays?: readonly TaskSeriesDays[]
}

/** Deleted files can't be restored, and undo never removes tracked time. */
const NEVER_UNDONE: ReadonlySet<keyof Task> = new Set(['version', 'updatedAt', 'attachments', 'elapsedTime'])

/** Fields that depend on each other. */
const GROUPS = Object.entries(TASK_LEADS).map(([lead, led]) => [lead, ...led] as (keyof Task)[])

/** Returns the levels that moved tasks leave or enter in a set of changes. */
export function movedLevels(changes: readonly PartialChange[]): Level[] {
  return [...new Set(movesOf(changes).flat())]
}

/** Returns the old and the new level of each task that moves to another level and isn't completed or reopened. */
function movesOf(changes: readonly PartialChange[]): [from: Level, to: Level][] {
  return changes.flatMap(({ before, after }) => {
    const isMoved = !before.completed === !after.completed
    const [from, to] = [before.priority, after.priority]
    return isMoved && from && to && from !== to ? [[from, to]] : []
  })
}

/**
 * Returns the data needed to undo changes to tasks.
 * @param openNow the number of open tasks at each of the `movedLevels`, after the changes
 */
export function undoRecordOf(
  changes: readonly PartialChange[],
  created: readonly CreatedTask[],
  openNow: ReadonlyMap<Level, number>,
): UndoRecord {
  // A completed task can be reopened before the undo, so its levels count too, but it takes no slot yet.
  const moves = movesOf(changes.filter(({ before }) => !before.completed))
  const levels = movedLevels(changes).map((level) => {
    const left = moves.filter(([from]) => from === level).length
    const reached = moves.filter(([, to]) => to === level).length
    return { level, before: (openNow.get(level) ?? 0) + left - reached }
  })
  const tasks = changes.map(diffOf).filter(({ after }) => Object.keys(after).length > 0)
  return { tasks, created, levels }
}

/** Merges the undo records of one command's parts. */
export function joinRecords(records: readonly UndoRecord[]): UndoRecord {
  const counts = new Map<Level, LevelCount>()
  for (const count of records.flatMap((record) => record.levels))
    counts.set(count.level, counts.get(count.level) ?? count)
  return {
    tasks: records.flatMap((record) => record.tasks),
    created: records.flatMap((record) => record.created),
    levels: [...counts.values()],
    seriesDays: records.flatMap((record) => record.seriesDays ?? []),
  }
}

function diffOf({ before, after }: PartialChange): TaskDiff {
  const changed = (Object.keys(after) as (keyof Task)[]).filter(
    (field) => !NEVER_UNDONE.has(field) && !isSame(before[field], after[field]),
  )
  // Undo must not combine, for example, an old category with a project name that was entered since.
  const groups = GROUPS.filter((group) => group.some((field) => changed.includes(field)))
  const fields = [...changed, ...groups.flat()]
  return { id: after.id, before: pick(before, fields), after: pick(after, fields) }
}

type UndoState = {
  taskById: ReadonlyMap<number, Task>
  /** The ids of the created tasks whose content is unchanged. */
  unchanged: ReadonlySet<number>
  /** All of the user's tasks; empty unless `needs.nodes`. */
  nodes: readonly DependencyNode[]
  openAt: ReadonlyMap<Level, number>
}

/**
 * Restores the values that a command changed. Removes the tasks that the command created, unless they have changed or
 * others depend on them. Undoes nothing and throws `cannot_undo` if a value other than a position has since changed.
 * Throws `level_full` if a level would end up over its limit, with more tasks than now and than before the command.
 */
export const undoCall = defineCommand({
  name: 'task.undo',
  needs: ({ tasks, created, levels }: UndoRecord) => ({
    tasks: tasks.map(({ id }) => id),
    created,
    levels: levels.map(({ level }) => level),
    nodes: created.length > 0 || tasks.some(({ before }) => before.dependencies !== undefined),
  }),
  rule: ({ taskById, unchanged, nodes, openAt }: UndoState, { tasks, created, levels }, { now }) => {
    const changed = tasks.filter(({ id, after }) => !holds(taskById.get(id), after))
    const stuck = changed.filter(({ after }) => !isShift(after))
    if (stuck.length > 0) throw cannotUndo(stuck, taskById)
    const kept = tasks.filter((diff) => !changed.includes(diff))
    const open = kept.filter(({ id, after }) => isMove(after) && !taskById.get(id)?.completed)
    for (const count of levels) requireSlots(count, open, openAt.get(count.level) ?? 0)
    const changes = kept.map(({ id, before: values }) => {
      const before = taskById.get(id) as Task
      if (values.dependencies) requireDependencies(id, values.dependencies, nodes)
      return { before, after: { ...before, ...values, version: before.version + 1, updatedAt: now } }
    })
    const needed = new Set(nodes.flatMap(({ dependencies }) => dependencies))
    const removed = created.filter(({ id }) => unchanged.has(id) && !needed.has(String(id)))
    return { changes, removed: removed.map(({ id }) => id) }
  },
})

/** Returns whether these values move a task without completing or reopening it. */
export function isMove({ priority, completed }: Partial<Task>): boolean {
  return priority !== undefined && completed === undefined
}

/** @param moves the moves of open tasks, which take slots when they are undone */
function requireSlots({ level, before }: LevelCount, moves: readonly TaskDiff[], now: number): void {
  const back = moves.filter((diff) => diff.before.priority === level).length
  const left = moves.filter((diff) => diff.after.priority === level).length
  if (now + back - left > Math.max(slotsAtLevel(level), now, before))
    throw new TenfoldError('level_full', levelFullMessage(level, now))
}

/** Returns whether the position is the only value, which means that other tasks moved. */
function isShift(values: Partial<Task>): boolean {
  return Object.keys(values).every((field) => field === 'position')
}

/** Returns whether a task still has the values. Ignores the position unless it is the only value. */
function holds(task: Task | undefined, values: Partial<Task>): boolean {
  const fields = Object.keys(values) as (keyof Task)[]
  const checked = isShift(values) ? fields : fields.filter((field) => field !== 'position')
  return task !== undefined && checked.every((field) => isSame(task[field], values[field]))
}

function cannotUndo(stuck: readonly TaskDiff[], taskById: ReadonlyMap<number, Task>): TenfoldError {
  return new TenfoldError('cannot_undo', CANNOT_UNDO, {
    tasks: stuck.map(({ id }) => ({ id, title: taskById.get(id)?.title })),
  })
}

function pick(task: Partial<Task>, fields: readonly (keyof Task)[]): Partial<Task> {
  return Object.fromEntries(fields.map((field) => [field, task[field]]))
}
