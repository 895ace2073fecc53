import assert from 'node:assert/strict'
import { isDeepStrictEqual } from 'node:util'

import type { Task } from '#domain/task.ts'

import { type Answer, type Call, slotsOf } from './tasks-model.ts'

/**
 * What holds after any calls, whatever the model says. Where two are made at once, what only one could have broken is
 * left to the model.
 */
export function checkInvariants(
  calls: Call[],
  before: Task[],
  { answers, tasks }: { answers: Answer[]; tasks: Task[] },
): void {
  const ids = new Set(tasks.map((task) => String(task.id)))
  for (const task of tasks) {
    const gone = task.dependencies.filter((id) => !ids.has(id))
    assert.equal(gone.length, 0, `task ${task.id} depends on ${gone.join(', ')}, which are not there`)
    assert.equal(task.completedAt !== null, task.completed, `task ${task.id} has a completion time`)
  }
  checkVersions(before, tasks)
  const [call, second] = calls
  if (!call || second || (answers[0]?.status ?? 400) >= 400) return
  if (call.kind === 'order') checkDense(tasks, call.level)
  if (call.kind === 'change') checkSlots(before, tasks, call.id)
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

function checkDense(tasks: Task[], level: number): void {
  const positions = openAt(tasks, level).map((task) => task.position)
  assert.deepEqual(positions, [...positions.keys()], `positions of level ${level}, which was put in order`)
}

function checkSlots(before: Task[], after: Task[], id: number): void {
  const old = before.find((task) => task.id === id)
  const moved = after.find((task) => task.id === id)
  if (!old || !moved || old.completed || moved.completed || old.priority === moved.priority) return
  const count = openAt(after, moved.priority).length
  const isWithin = count <= slotsOf(moved.priority)
  assert(isWithin, `${count} open tasks at level ${moved.priority}, into which one moved`)
}

function openAt(tasks: Task[], level: number): Task[] {
  return tasks.filter((task) => task.priority === level && !task.completed)
}

function contentOf(task: Task): Task {
  return { ...task, version: 0, updatedAt: '' }
}
