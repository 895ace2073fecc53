import { createHash } from 'node:crypto'

import type { Author } from '#domain/command.ts'
import { notFound } from '#domain/error.ts'
import type { Level } from '#domain/tasks/priority.ts'
import type { Task } from '#domain/tasks/task.ts'
import {
  type CreatedTask,
  type PartialChange,
  type UndoRecord,
  isMove,
  movedLevels,
  undoCall,
  undoRecordOf,
} from '#domain/tasks/undo.ts'
import type { UndoResult } from '#domain/tasks/undo-schema.ts'

import { requireUser } from '../auth/session.ts'
import type { AppContext } from '../context.ts'
import type { Database } from '../db/schema.ts'
import { listOwners } from '../files/store.ts'
import { removeUnused } from '../files/unused.ts'
import type { Bind } from '../run/bind.ts'
import { expiryOf } from '../run/idempotency/run-once.ts'
import { deleteUndo, findUndo } from '../run/undo-store.ts'
import { toBoardTask } from './board-list.ts'
import { taskCalls } from './calls.ts'
import { removeForGood } from './deleted/trash.ts'
import { listDependencies } from './dependencies-store.ts'
import { partsOf, readParts } from './parts.ts'
import { listPlacesAt } from './places-store.ts'
import type { Continued } from './series/next-occurrence.ts'
import { releaseOccurrences, writeSeriesDays } from './series/store.ts'
import { mapTasksById, updateTasks } from './store.ts'

/** The maximum number of tasks that an undo returns with their long text. */
const WHOLE_TASKS_MAX = 20

const NO_RECORD: UndoRecord = { tasks: [], created: [], levels: [] }

/** `released` lists blobs that may have become unused. */
type Undone = UndoResult & { released: string[] }

export function bindUndo(bind: Bind, context: AppContext): void {
  bind(undoCall, {
    method: 'POST',
    path: '/api/undo',
    schema: taskCalls.undo,
    // Read before the transaction, so that a large command can be undone in parts. The stored data never changes.
    input: async (request) => {
      const { undo } = request.body
      const since = expiryOf(context.clock.now())
      const record = await findUndo(context.db, requireUser(request).id, undo, since)
      return { undo, isFound: record !== null, ...(record ?? NO_RECORD) }
    },
    body: ({ undo }) => undo,
    // If several undos run in parallel, only the one that deletes the row continues.
    target: async (db, { userId }, { undo, isFound }) => {
      if (!isFound || !(await deleteUndo(db, userId, undo))) throw notFound()
      return undefined
    },
    read: async (db, { userId }, needs) => {
      const taskById = await mapTasksById(db, userId, [...needs.tasks, ...needs.created.map(({ id }) => id)])
      const unchanged = needs.created.filter(({ id, hash }) => hashOf(taskById.get(id)) === hash)
      // A file can be replaced by one with the same name, and removing the task would delete that file for good.
      const owners = unchanged.length > 0 ? await listOwners(db, userId) : new Set()
      return {
        taskById,
        unchanged: new Set(unchanged.map(({ id }) => id)).difference(owners),
        nodes: needs.nodes ? await listDependencies(db, userId) : [],
        openAt: await countOpen(db, userId, needs.levels),
      }
    },
    write: async (db, author, { changes, removed }, { seriesDays = [] }): Promise<Undone> => {
      await updateTasks(db, author.userId, changes)
      await writeSeriesDays(db, author.userId, seriesDays)
      const released = removed.length > 0 ? await removeOccurrences(db, author, removed) : []
      return { tasks: shorten(changes.map(({ after }) => after)), removed, released }
    },
    split: {
      parts: partsOfUndo,
      join: (answers) => ({
        tasks: answers.flatMap(({ tasks }) => tasks),
        removed: answers.flatMap(({ removed }) => removed),
        released: answers.flatMap(({ released }) => released),
      }),
    },
    outcomeOf: ({ tasks, removed }) => ({
      entity: [...tasks.map(({ id }) => id), ...removed.map((id) => -id)],
      version: null,
    }),
    replay: async (db, { userId }, _input, { entity }) => {
      const ids = entity.map(Number)
      const kept = ids.filter((id) => id > 0)
      const tasks = await readParts(kept, async (part) => {
        const taskById = await mapTasksById(db, userId, part)
        return shorten(part.flatMap((id) => taskById.get(id) ?? []))
      })
      return { tasks, removed: ids.filter((id) => id < 0).map((id) => -id), released: [] }
    },
    answer: ({ tasks, removed }) => ({ tasks, removed }),
    effects: (result, _input, log) => removeUnused(context, log, result?.released ?? []),
  })
}

function partsOfUndo<Input extends UndoRecord>(input: Input): Input[] {
  // Moves come first, so that up to 100 tasks that swap levels are checked together.
  const moves = input.tasks.filter(({ after }) => isMove(after))
  const tasks = partsOf([...new Set([...moves, ...input.tasks])])
  const created = partsOf(input.created)
  if (Math.max(tasks.length, created.length) === 1) return [input]
  // Created tasks are removed first, so that none of them counts in the check of a level's slots.
  const none = { ...input, tasks: [], created: [], seriesDays: [] }
  return [
    ...created.map((part) => ({ ...none, created: part })),
    ...tasks.map((part, i) => ({ ...none, tasks: part, seriesDays: i === 0 ? input.seriesDays : [] })),
  ]
}

/** Leaves out the long text if there are many tasks, so that the response stays small. */
function shorten(tasks: readonly Task[]): UndoResult['tasks'] {
  return tasks.length > WHOLE_TASKS_MAX ? tasks.map(toBoardTask) : [...tasks]
}

/** Deletes next occurrences for good, and lets their series create them again. */
async function removeOccurrences(db: Database, author: Author, ids: readonly number[]): Promise<string[]> {
  const released = await removeForGood(db, author, { tasks: ids, trashed: [] })
  await releaseOccurrences(db, author.userId, ids)
  return released
}

/** Returns the data for undoing changes to tasks and series. Runs after the changes, in their transaction. */
export async function recordUndo(
  db: Database,
  userId: string,
  changes: readonly PartialChange[],
  { next, seriesDays }: Continued,
): Promise<UndoRecord> {
  const openNow = await countOpen(db, userId, movedLevels(changes))
  const created = next.map((task): CreatedTask => ({ id: task.id, hash: hashOf(task) ?? '' }))
  return { ...undoRecordOf(changes, created, openNow), seriesDays }
}

async function countOpen(
  db: Database,
  userId: string,
  levels: readonly Level[],
): Promise<ReadonlyMap<Level, number>> {
  const places = await listPlacesAt(db, userId, levels)
  return new Map(Array.from(places, ([level, open]) => [level, open.length]))
}

/** Returns a hash of the fields that only a user changes. The other fields change when other tasks are reordered. */
function hashOf(task: Task | undefined): string | undefined {
  if (!task) return undefined
  const { position: _, version: _v, updatedAt: _u, ...content } = task
  return createHash('sha256').update(JSON.stringify(content)).digest('base64url')
}
