import { changeSeveral } from '#domain/tasks/bulk-commands.ts'
import type { BulkResult, BulkChangedTask } from '#domain/tasks/bulk-schema.ts'
import { type BulkChange, type BulkState, readsPlaces, requireTasks } from '#domain/tasks/bulk.ts'
import { requireEachOnce } from '#domain/tasks/task-dates.ts'
import type { Task } from '#domain/tasks/task.ts'
import { type UndoRecord, joinRecords } from '#domain/tasks/undo.ts'

import type { Database } from '../db/schema.ts'
import type { Bind } from '../run/bind.ts'
import { taskCalls } from './calls.ts'
import { partsOf, readLeft } from './parts.ts'
import { continueSeries } from './series/next-occurrence.ts'
import { listContinued } from './series/store.ts'
import { listPlacesAt } from './places-store.ts'
import { listTaskNames, mapTasksById, updateTasks } from './store.ts'
import { recordUndo } from './undo.ts'

type Changed = Omit<BulkResult, 'undo'> & { undo: UndoRecord | null }

export function bindChangeSeveral(bind: Bind): void {
  bind(changeSeveral, {
    method: 'POST',
    path: '/api/tasks/bulk',
    config: { usesReserve: ({ body }) => onlyCompletes(body) },
    schema: taskCalls.changeSeveral,
    input: ({ body }) => ({ changes: requireEachOnce(body.tasks) }),
    // Like If-Match, a version is not part of the change, and it can differ in a retry.
    body: ({ changes }) => changes.map((change) => ({ ...change, version: undefined })),
    // An error names the tasks of all parts.
    target: async (db, { userId }, { changes }) => {
      const ids = changes.map(({ id }) => id)
      requireTasks(changes, await listTaskNames(db, userId, ids))
      return undefined
    },
    read: (db, { userId }, needs) => readState(db, userId, needs.changes),
    write: async (db, author, tasks): Promise<Changed> => {
      const changed = tasks.filter(({ before, after }) => after !== before)
      await updateTasks(db, author.userId, changed)
      const series = await continueSeries(db, author, changed)
      return {
        tasks: tasks.map(({ after }) => taskToChanged(after)),
        next: series.next.map(({ id }) => id),
        undo: await recordUndo(db, author.userId, changed, series),
      }
    },
    split: {
      parts: ({ changes }) => partsOf(changes).map((part) => ({ changes: part })),
      join: (answers) => ({
        tasks: answers.flatMap(({ tasks }) => tasks),
        next: answers.flatMap(({ next }) => next),
        undo: joinRecords(answers.flatMap(({ undo }) => undo ?? [])),
      }),
    },
    outcomeOf: ({ next }) => ({ entity: next, version: null }),
    replay: async (db, { userId }, { changes }, { entity }) => ({
      tasks: await readLeft(db, userId, changes, taskToChanged),
      next: entity.map(Number),
      undo: null,
    }),
    undoOf: ({ undo }) => (undo && undo.tasks.length > 0 ? undo : null),
    answer: ({ tasks, next }, _reply, undo) => ({ tasks, next, undo }),
  })
}

async function readState(db: Database, userId: string, changes: readonly BulkChange[]): Promise<BulkState> {
  const ids = changes.map(({ id }) => id)
  const taskById = await mapTasksById(db, userId, ids)
  const levels = changes.flatMap((change) => {
    const task = taskById.get(change.id)
    return task && readsPlaces(task, change) ? [change.priority ?? task.priority] : []
  })
  const recurring = changes.filter(({ id, completed }) => completed && taskById.get(id)?.isRecurring)
  return {
    taskById,
    placesAt: await listPlacesAt(db, userId, levels),
    continued: await listContinued(db, userId, levels.length > 0 ? recurring.map(({ id }) => id) : []),
  }
}

function taskToChanged(task: Task): BulkChangedTask {
  const { id, version, completed, completedAt, priority, position } = task
  const { category, projectName, startDate, endDate, dueDate, plannedFor, elapsedTime, updatedAt } = task
  const place = { completed, completedAt, priority, position }
  const dates = { startDate, endDate, dueDate, plannedFor }
  return { id, version, ...place, category, projectName, ...dates, elapsedTime, updatedAt }
}

/** Returns whether a request changes only `completed`. On a full disk, such a request counts as a deletion. */
function onlyCompletes(body: unknown): boolean {
  const { tasks } = body as { tasks: readonly object[] }
  const kept = new Set(['id', 'version', 'completed'])
  return tasks.every((task) => Object.keys(task).every((name) => kept.has(name)))
}
