import { isPlannedFor } from '#domain/tasks/day/day.ts'
import type { ShortTask } from '#domain/tasks/long-texts.ts'

import { run } from '../sync/runner/run.ts'
import { type TaskChange, changeTask } from '../tasks/data/commands.ts'
import * as words from './words.ts'

const planTask = {
  ...changeTask,
  success: (_result: unknown, { patch }: TaskChange) =>
    patch.plannedFor ? words.plannedForToday : words.notPlanned,
}

export function planFor(task: ShortTask, day: Temporal.PlainDate | null): void {
  run(planTask, { task, patch: { plannedFor: day && day.toString() } })
}

/** Plans a task for today, or removes it from today's plan. */
export function togglePlan(task: ShortTask): void {
  const today = Temporal.Now.plainDateISO()
  planFor(task, isPlannedFor(task, today) ? null : today)
}

/** Returns the label of `togglePlan` in a menu. */
export function planItem(task: ShortTask): string {
  return isPlannedFor(task, Temporal.Now.plainDateISO()) ? words.unplan : words.plan
}
