import { expect } from 'vitest'

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
    expect(gone, `task ${task.id} depends on tasks that are not there`).toEqual([])
    expect(task.completedAt !== null, `task ${task.id} has a completion time`).toBe(task.completed)
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
    const isSame = contentOf(old) === contentOf(task)
    if (!isSame)
      expect(task.version, `version of task ${task.id}, which changed`).toBeGreaterThan(old.version)
    else if (task.version === old.version) expect(task.updatedAt).toBe(old.updatedAt)
  }
}

function checkDense(tasks: Task[], level: number): void {
  const positions = openAt(tasks, level).map((task) => task.position)
  expect(positions, `positions of level ${level}, which was put in order`).toEqual([...positions.keys()])
}

function checkSlots(before: Task[], after: Task[], id: number): void {
  const old = before.find((task) => task.id === id)
  const moved = after.find((task) => task.id === id)
  if (!old || !moved || old.completed || moved.completed || old.priority === moved.priority) return
  const count = openAt(after, moved.priority).length
  expect(count, `open tasks at level ${moved.priority}, into which one moved`).toBeLessThanOrEqual(
    slotsOf(moved.priority),
  )
}

function openAt(tasks: Task[], level: number): Task[] {
  return tasks.filter((task) => task.priority === level && !task.completed)
}

function contentOf(task: Task): string {
  return JSON.stringify({ ...task, version: null, updatedAt: null })
}
