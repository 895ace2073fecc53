import type { Task } from './task.ts'

/** The text fields of a task that can be long. The board loads without them. */
export const LONG_TEXTS = ['description', 'clearGoals', 'notes', 'nextSteps'] as const

export type LongText = (typeof LONG_TEXTS)[number]

/** A task whose long text might not be loaded. Every `Task` is a `ShortTask` too. */
export type ShortTask = Omit<Task, LongText>

export function hasTexts(task: ShortTask): task is Task {
  return hasFields(task, LONG_TEXTS)
}

/** Returns whether all the given fields of a task are loaded. */
export function hasFields(task: ShortTask, fields: readonly (keyof Task)[]): boolean {
  return fields.every((field) => field in task)
}
