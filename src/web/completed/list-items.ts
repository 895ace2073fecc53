import type { CompletedDay } from '#domain/completed-days.ts'
import type { Task } from '#domain/task.ts'

/** What stands in the list from top to bottom: a day's heading, a task, or what says that more follows. */
export type ListItem =
  | { kind: 'day'; key: string; dayIndex: number }
  | { kind: 'task'; key: number; dayIndex: number; task: Task; place: number }
  | { kind: 'more'; key: string }

/** The items, and for each day the index of its heading among them. */
export type ListItems = { items: ListItem[]; headings: number[] }

/** The days and their tasks one after the other; `place` counts the tasks of a day from 1. */
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

/** The index of the task nearest to an index, the next rather than the one before; -1 when there is none. */
export function nearestTask(items: readonly ListItem[], index: number): number {
  const isTask = (item: ListItem) => item.kind === 'task'
  const next = items.findIndex((item, other) => other >= index && isTask(item))
  return next === -1 ? items.findLastIndex(isTask) : next
}
