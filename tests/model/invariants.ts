import assert from 'node:assert/strict'
import { isDeepStrictEqual } from 'node:util'

import type { Task } from '#domain/tasks/task.ts'

import { type Answer, type Call, slotsOf } from './model.ts'

/**
 * Checks the invariants that hold after any sequence of commands, independent of the model. The rules of a single
 * command are checked only if it ran alone and succeeded.
 */
export function checkInvariants(
  calls: Call[],
  before: Task[],
  { answers, tasks }: { answers: Answer[]; tasks: Task[] },
): void {
  const ids = new Set(tasks.map((task) => String(task.id)))
  for (const task of tasks) {
    const gone = task.dependencies.filter((id) => !ids.has(id))
    assert.equal(gone.length, 0, `task ${task.id} depends on ${gone.join(', ')}, which do not exist`)
    assert.equal(task.completedAt !== null, task.completed, `task ${task.id} has a completion time`)
  }
  checkVersions(before, tasks)
  checkLost(calls, answers, before, tasks)
  if (calls.every(({ kind }) => ROOM.has(kind))) checkLevels(calls, before, tasks)
  const [call, second] = calls
  if (!call || second || (answers[0]?.status ?? 400) >= 400) return
  if (call.kind === 'order') checkDense(tasks, call.level)
  if (call.kind === 'change' && !call.waits) checkSlots(before, tasks, call.id)
  if (call.kind === 'bulk') for (const id of call.ids) checkSlots(before, tasks, id)
}

function checkVersions(before: Task[], after: Task[]): void {
  const earlier = new Map(before.map((task) => [task.id, task]))
  for (const task of after) {
    const old = earlier.get(task.id)
    if (!old) continue
    const isSame = isDeepStrictEqual(contentOf(old), contentOf(task))
    if (!isSame) assert(task.version > old.version, `task ${task.id} changed without a new version`)
    else if (task.version === old.version) assert.equal(task.updatedAt, old.updatedAt)
  }
}

/** The commands that move open tasks but create none. */
const ROOM = new Set(['swap', 'push', 'order'])

/** Checks that tasks are removed only by a deletion, or by an undo that removes next occurrences. */
function checkLost(calls: Call[], answers: Answer[], before: Task[], after: Task[]): void {
  const undone = answers.flatMap(({ body }) => (body as { removed?: number[] } | null)?.removed ?? [])
  const deleted = new Set([...calls.flatMap((call) => (call.kind === 'delete' ? [call.id] : [])), ...undone])
  const ids = new Set(after.map(({ id }) => id))
  const lost = before.filter(({ id }) => !ids.has(id) && !deleted.has(id))
  assert.equal(lost.length, 0, `${lost.length} tasks are lost`)
}

/** Checks that no level exceeds its slots, unless it did so before or is level 10, where chains of pushes end. */
function checkLevels(calls: Call[], before: Task[], after: Task[]): void {
  for (let level = 1; level <= 10; level++) {
    const count = openAt(after, level).length
    const max = Math.max(slotsOf(level), openAt(before, level).length)
    const pushes = level < 10 ? 0 : calls.filter(({ kind }) => kind === 'push').length
    assert(count <= max + pushes, `${count} open tasks at level ${level}, which had room for ${max}`)
  }
}

function checkDense(tasks: Task[], level: number): void {
  const positions = openAt(tasks, level).map((task) => task.position)
  assert.deepEqual(positions, [...positions.keys()], `positions of level ${level} after reordering`)
}

function checkSlots(before: Task[], after: Task[], id: number): void {
  const old = before.find((task) => task.id === id)
  const moved = after.find((task) => task.id === id)
  if (!old || !moved || old.completed || moved.completed || old.priority === moved.priority) return
  // A task reopened by the same command may exceed the slots, like a newly captured task.
  const reopened = new Set(before.filter((task) => task.completed).map((task) => task.id))
  const count = openAt(after, moved.priority).filter((task) => !reopened.has(task.id)).length
  const isWithin = count <= slotsOf(moved.priority)
  assert(isWithin, `${count} open tasks at level ${moved.priority} after a move into it`)
}

function openAt(tasks: Task[], level: number): Task[] {
  return tasks.filter((task) => task.priority === level && !task.completed)
}

function contentOf(task: Task): Task {
  return { ...task, version: 0, updatedAt: '' }
}
