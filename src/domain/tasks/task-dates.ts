import { invalid } from '../error.ts'
import type { TaskPatch } from './task.ts'

export type NewDates = Pick<TaskPatch, 'startDate' | 'endDate' | 'dueDate'>

/**
 * Returns the tasks.
 * @throws TenfoldError `invalid` for a list with a duplicate task
 */
export function requireEachOnce<T extends { id: number }>(tasks: T[]): T[] {
  const named = new Set<number>()
  for (const [index, { id }] of tasks.entries()) {
    if (named.has(id)) throw invalid(`tasks.${index}.id`, 'Each task can appear only once.')
    named.add(id)
  }
  return tasks
}
