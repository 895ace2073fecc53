import type { CompletedQuery } from './completed-filter.ts'
import type { Task } from './task.ts'

/** Some of the completed tasks of a view, newest first, and whether older ones follow on the server. */
export type CompletedPage = { tasks: Task[]; hasMore: boolean }

/** The last task of all pages: the next page begins after it. Undefined when they are empty. */
export function lastOfPages(pages: readonly CompletedPage[]): Task | undefined {
  return pages.findLast(({ tasks }) => tasks.length > 0)?.tasks.at(-1)
}

/**
 * The pages after a task was changed: at its place when they shall show it, else without it. One that is older than
 * the last task of the pages comes with a later page, where there is one.
 * @param query what the pages show
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

/** The pages without a task; the same pages when it is in none. */
export function removeFromPages(pages: readonly CompletedPage[], id: number): readonly CompletedPage[] {
  const place = findPlace(pages, id)
  return place ? replaceAt(pages, place.page, (tasks) => tasks.toSpliced(place.index, 1)) : pages
}

/** The task with this id as it stands in the pages. */
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

/** Whether a query shows a task. Both ends of its range belong to it. */
function isShown(task: Task, { category, from, to }: CompletedQuery): boolean {
  const { completed, completedAt } = task
  if (!completed || completedAt === null) return false
  if (category !== undefined && task.category !== category) return false
  return (from === undefined || completedAt >= from) && (to === undefined || completedAt <= to)
}

/** Newest first, ties by higher id, as `GET /api/tasks/completed` answers. The times are written alike. */
function compareCompleted(a: Task, b: Task): number {
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
