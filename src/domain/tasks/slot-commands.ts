import { type Author, defineCommand } from '../command.ts'
import { type NamedTask, TenfoldError, invalid } from '../error.ts'
import type { Place } from './level.ts'
import { requireRelations, type Relations, relationsOf } from './commands.ts'
import { LEVELS, type Level } from './priority.ts'
import { type BoardPlace, type SlotPlan, planPushDown, planSwap } from './slots.ts'
import type { RoomPatch } from './slot-schema.ts'
import { changeTask as applyPatch } from './task-rules.ts'
import type { Task } from './task.ts'

/** The task fields that these rules read. */
export type BoardTask = BoardPlace & Pick<Task, 'title' | 'completed'>

/** An open task at a known level. */
export type TitledPlace = Place & Pick<Task, 'title'>

type OpenTasks = ReadonlyMap<Level, readonly TitledPlace[]>

/** The moves that a user saw before accepting them. Without moves, the current plan applies. */
export type SeenMoves = { moves?: readonly { id: number; priority: Level }[] | undefined }

/** The accepted moves, plus other changes to the moved task that a form saves along with the move. */
type Accepted = SeenMoves & { patch?: RoomPatch | undefined }

/** A plan, and the moved task with its other changes at its old position. `after` is `before` if nothing else changes. */
export type RoomChange = SlotPlan & { before: Task; after: Task }

/** The message for a plan that differs from what the user saw. */
export const BOARD_CHANGED = 'The board changed. Check again.'

/**
 * Swaps the positions of two open tasks at different levels. Throws the errors of `changeTask` for the patch, and
 * `changed` with the current moves if they differ from those the user saw.
 */
export const swapTasks = defineCommand({
  name: 'task.swap',
  needs: ({ id, with: other, patch = {} }: { id: number; with: number } & Accepted) => ({
    tasks: [id, other] as const,
    ...relationsOf(patch),
  }),
  rule: (
    { task, other, openAt, ...relations }: Relations & { task: Task; other: BoardTask; openAt: OpenTasks },
    { moves, patch },
    author,
  ): RoomChange => {
    const tasks = [task, other]
    if (tasks.some(({ completed }) => completed)) throw rejection(moves, 'with', 'Both tasks must be open.')
    if (task.priority === other.priority)
      throw rejection(
        moves,
        'with',
        'Choose a task at a different level. To move a task within its level, reorder it instead.',
      )
    const plan = planSwap(task, other, (level) => openAt.get(level) ?? [])
    requireSeen(plan, moves, tasks)
    return { ...plan, ...change(task, patch, relations, author) }
  },
})

/**
 * Moves an open task to a level. If the level is full, the task in its last slot moves down, and so on. Throws the
 * errors of `changeTask` for the patch, and `changed` with the current moves if they differ from those the user saw.
 */
export const pushDown = defineCommand({
  name: 'task.pushDown',
  needs: ({ id, level, patch = {} }: { id: number; level: Level } & Accepted) => ({
    task: id,
    levels: LEVELS.filter((one) => one >= level),
    ...relationsOf(patch),
  }),
  rule: (
    { task, openAt, ...relations }: Relations & { task: Task; openAt: OpenTasks },
    { level, moves, patch },
    author,
  ): RoomChange => {
    if (task.completed) throw rejection(moves, 'level', 'Only open tasks can take a slot.')
    if (task.priority === level) throw rejection(moves, 'level', `The task is already at level ${level}.`)
    const plan = planPushDown(task, level, (one) => openAt.get(one) ?? [])
    requireSeen(plan, moves, [task, ...[...openAt.values()].flat()])
    return { ...plan, ...change(task, patch, relations, author) }
  },
})

/** Applies the other changes with the same rule as a save. Only the plan moves the task. */
function change(before: Task, patch: RoomPatch | undefined, relations: Relations, author: Author) {
  if (!patch) return { before, after: before }
  requireRelations(before, patch, relations)
  return { before, after: applyPatch(before, patch, [], author) }
}

function requireSeen({ moves }: SlotPlan, seen: SeenMoves['moves'], tasks: readonly NamedTask[]): void {
  const isSame =
    !seen ||
    (seen.length === moves.length &&
      moves.every(({ id, priority }, i) => seen[i]?.id === id && seen[i]?.priority === priority))
  if (isSame) return
  const titles = new Map(tasks.map(({ id, title }) => [id, title]))
  throw boardChanged(moves.map(({ id, priority }) => ({ id, title: titles.get(id), priority })))
}

/**
 * Returns the error for a move that isn't possible. If the user saw the moves, the error says that the board has since
 * changed.
 */
function rejection(seen: SeenMoves['moves'], path: string, message: string): TenfoldError {
  return seen ? boardChanged([]) : invalid(path, message)
}

function boardChanged(tasks: NamedTask[]): TenfoldError {
  return new TenfoldError('changed', BOARD_CHANGED, { tasks })
}
