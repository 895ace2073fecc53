import type { QueryClient } from '@tanstack/react-query'

import { openByLevel } from '#domain/tasks/level.ts'
import type { Level } from '#domain/tasks/priority.ts'
import * as definitions from '#domain/tasks/slot-commands.ts'
import type { MoveResult, RoomPatch } from '#domain/tasks/slot-schema.ts'
import type { BoardPlace, SlotMove } from '#domain/tasks/slots.ts'
import type { ShortTask } from '#domain/tasks/long-texts.ts'

import { ApiError } from '../sync/api.ts'
import { rejectionText } from '../sync/error-text.ts'
import { type RunQuietly, defineClientCommand } from '../sync/runner/command.ts'
import { patchAgain, undoCall, undoableFields, versionToSend } from '../tasks/data/commands.ts'
import { TASKS_KEY, findListed, showChanged, shownTasks, taskScope } from '../tasks/data/task-cache.ts'
import { asTask, authorOf, putInList } from '../tasks/data/task-list.ts'
import * as words from './words.ts'

type Tasks = readonly ShortTask[]
type Answered = { body: MoveResult }

/** Other changes to the moved task, which its form saves with the move. */
type WithPatch = { patch?: RoomPatch }

/** A swap of two tasks, from the positions where the user saw them. */
export type Swap = { task: ShortTask; other: ShortTask } & WithPatch

export const swapTasks = defineClientCommand({
  name: definitions.swapTasks.name,
  scopes: ({ task, other }: Swap) => [taskScope(task.id), taskScope(other.id)],
  request: (swap) => ({
    method: 'POST',
    path: `/api/tasks/${swap.task.id}/swap`,
    body: { with: swap.other.id, moves: seenOfSwap(swap), patch: swap.patch },
  }),
  overlay: {
    queryKey: TASKS_KEY,
    apply: (tasks: Tasks, swap, present) => {
      const task = tasks.find(({ id }) => id === swap.task.id)
      const other = tasks.find(({ id }) => id === swap.other.id)
      if (!task || !other) return tasks
      const input = { id: task.id, with: other.id, moves: seenOfSwap(swap), patch: swap.patch }
      const state = { ...stateOf(tasks, task), other }
      return showRoom(tasks, definitions.swapTasks.rule(state, input, authorOf(tasks, present)))
    },
  },
  versionToSend,
  remember: shownTasks,
  settle: (client, { body }: Answered) => showPlaced(client, body),
  inverse: (_client, { patch }, former, answer) => undoing(former, answer, patch),
  again: (swap) => ({ ...swap, ...redoneOf(swap) }),
  success: (_placed, { other }) => words.swapped(other.title),
  failure: failureTo(words.swapFailed),
})

/** A push-down, with the chain that the user saw. */
export type PushDown = { task: ShortTask; level: Level; moves: readonly SlotMove[] } & WithPatch

/** Moves a task to a full level, and pushes down the whole chain below it. */
export const pushDown = defineClientCommand({
  name: definitions.pushDown.name,
  scopes: ({ moves }: PushDown) => moves.map(({ id }) => taskScope(id)),
  request: ({ task, level, moves, patch }) => ({
    method: 'POST',
    path: `/api/tasks/${task.id}/push-down`,
    body: { level, moves: moves.map(({ id, priority }) => ({ id, priority })), patch },
  }),
  overlay: {
    queryKey: TASKS_KEY,
    apply: (tasks: Tasks, { task: { id }, level, moves, patch }, present) => {
      const task = tasks.find((one) => one.id === id)
      if (!task) return tasks
      const input = { id, level, moves, patch }
      return showRoom(tasks, definitions.pushDown.rule(stateOf(tasks, task), input, authorOf(tasks, present)))
    },
  },
  versionToSend,
  remember: shownTasks,
  settle: (client, { body }: Answered) => showPlaced(client, body),
  inverse: (_client, { patch }, former, answer) => undoing(former, answer, patch),
  again: (push) => ({ ...push, ...redoneOf(push) }),
  success: (_placed, { moves }) => words.pushedDown(moves.length),
  failure: failureTo(words.pushFailed),
})

function seenOfSwap({ task, other }: Swap) {
  return [
    { id: task.id, priority: other.priority },
    { id: other.id, priority: task.priority },
  ]
}

function stateOf(tasks: Tasks, task: ShortTask) {
  return { task: asTask(task), openAt: openByLevel(tasks), nodes: tasks, hasParent: true }
}

/** Applies the planned moves and the other changes to the moved task. */
function showRoom(tasks: Tasks, { after, places }: definitions.RoomChange): Tasks {
  return placeInList(putInList(tasks, [after]), places)
}

function placeInList(tasks: Tasks, places: readonly BoardPlace[]): Tasks {
  const taskById = new Map(tasks.map((task) => [task.id, task]))
  return putInList(
    tasks,
    places.flatMap((place) => {
      const task = taskById.get(place.id)
      return task ? [{ ...task, ...place }] : []
    }),
  )
}

/** Shows the moved tasks. Skips those that had already changed elsewhere; live updates reload them. */
function showPlaced(client: QueryClient, answer: MoveResult): MoveResult {
  showChanged(
    client,
    answer.tasks.flatMap((after) => {
      const before = findListed(client, after.id)
      return before && after.version === before.version + 1 ? [{ ...before, ...after }] : []
    }),
  )
  return answer
}

function undoing(former: Tasks, { tasks: moved, undo }: MoveResult, patch: RoomPatch = {}) {
  const ids = new Set(moved.map(({ id }) => id))
  const tasks = former.filter(({ id }) => ids.has(id))
  const fields = undoableFields(patch, false)
  return undo === null ? null : (run: RunQuietly) => run(undoCall, { undo, tasks, fields })
}

function redoneOf({ patch }: WithPatch): WithPatch {
  return patch ? { patch: patchAgain(patch) } : {}
}

/** For `changed`, uses the server's message, which says that the board changed. */
function failureTo(usual: string) {
  return (error: unknown) =>
    error instanceof ApiError && error.code === 'changed'
      ? (error.serverMessage ?? usual)
      : rejectionText(error, usual)
}
