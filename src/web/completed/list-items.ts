import type { CompletedDay } from './completed-days.ts'
import type { Task } from '#domain/tasks/task.ts'

/** A list item: a day's heading, a task, or a placeholder for more. */
export type ListItem =
  | { kind: 'day'; key: string; dayIndex: number }
  | { kind: 'task'; key: number; dayIndex: number; task: Task; place: number }
  | { kind: 'more'; key: string }

/** The items and the index of each day's heading. */
export type ListItems = { items: ListItem[]; headings: number[] }

/** Flattens days into list items. `place` counts a day's tasks from 1. */
export function toListItems(days: readonly CompletedDay[], hasMore: boolean): ListItems {
  const items: ListItem[] = []
  const headings: number[] = []
  for (const [dayIndex, { day, tasks }] of days.entries()) {
    headings.push(items.length)
    items.push({ kind: 'day', key: day.toString(), dayIndex })
    for (const [index, task] of tasks.entries()) {
      items.push({ kind: 'task', key: task.id, dayIndex, task, place: index + 1 })
    }
  }
  if (hasMore) items.push({ kind: 'more', key: 'more' })
  return { items, headings }
}

/** Returns the index of the task nearest to an index, preferring later ones; -1 if there is none. */
export function nearestTask(items: readonly ListItem[], index: number): number {
  const isTask = (item: ListItem) => item.kind === 'task'
  const next = items.findIndex((item, other) => other >= index && isTask(item))
  return next === -1 ? items.findLastIndex(isTask) : next
}
