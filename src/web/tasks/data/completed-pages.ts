import type { CompletedRange } from '#domain/tasks/completed.ts'
import type { Task } from '#domain/tasks/task.ts'
import { nameKey } from '#domain/text.ts'

export type CompletedQuery = CompletedRange & { category?: string }

/** A page of completed tasks, newest first, and whether the server has older tasks. */
export type CompletedPage = { tasks: Task[]; hasMore: boolean }

/** Returns the last loaded task, which is the next page's cursor; undefined without tasks. */
export function lastOfPages(pages: readonly CompletedPage[]): Task | undefined {
  return pages.findLast(({ tasks }) => tasks.length > 0)?.tasks.at(-1)
}

/**
 * Moves a changed task to its sorted position, or removes it if it no longer matches. A task completed before the last
 * loaded one is left for a later page, if there is one.
 */
export function putInPages(
  pages: readonly CompletedPage[],
  task: Task,
  query: CompletedQuery,
): readonly CompletedPage[] {
  if (!isShown(task, query)) return removeFromPages(pages, task.id)
  const place = findPlace(pages, task.id)
  if (place && place.task.completedAt === task.completedAt) {
    return replaceAt(pages, place.page, (tasks) => tasks.with(place.index, task))
  }
  const without = removeFromPages(pages, task.id)
  const index = without.findIndex(({ tasks }) => tasks.some((other) => compareCompleted(task, other) < 0))
  if (index === -1 && without.at(-1)?.hasMore) return without
  const page = index === -1 ? without.length - 1 : index
  return replaceAt(without, page, (tasks) => [...tasks, task].toSorted(compareCompleted))
}

/** Removes a task; returns the same pages if it isn't there. */
export function removeFromPages(pages: readonly CompletedPage[], id: number): readonly CompletedPage[] {
  const place = findPlace(pages, id)
  return place ? replaceAt(pages, place.page, (tasks) => tasks.toSpliced(place.index, 1)) : pages
}

export function findInPages(pages: readonly CompletedPage[], id: number): Task | undefined {
  return findPlace(pages, id)?.task
}

function findPlace(pages: readonly CompletedPage[], id: number) {
  for (const [page, { tasks }] of pages.entries()) {
    const index = tasks.findIndex((task) => task.id === id)
    const task = tasks[index]
    if (task) return { page, index, task }
  }
  return null
}

/** Returns whether a query matches a task. The query's range includes both ends. */
export function isShown(task: Task, { category, from, to }: CompletedQuery): boolean {
  const { completed, completedAt } = task
  if (!completed || completedAt === null) return false
  if (category !== undefined && nameKey(task.category) !== nameKey(category)) return false
  return (from === undefined || completedAt >= from) && (to === undefined || completedAt <= to)
}

/**
 * Sorts newest first, then by higher id, like `GET /api/tasks/completed`. Times have the same format, so they compare
 * as text.
 */
export function compareCompleted(a: Task, b: Task): number {
  const [timeA, timeB] = [a.completedAt ?? '', b.completedAt ?? '']
  if (timeA !== timeB) return timeA > timeB ? -1 : 1
  return b.id - a.id
}

function replaceAt(
  pages: readonly CompletedPage[],
  index: number,
  change: (tasks: Task[]) => Task[],
): readonly CompletedPage[] {
  return pages.map((page, other) => (other === index ? { ...page, tasks: change(page.tasks) } : page))
}
