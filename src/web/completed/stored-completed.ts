import type { QueryClient } from '@tanstack/react-query'

import type { CompletedRange, CompletedTotal } from '#domain/tasks/completed.ts'
import { type ShortTask, hasTexts } from '#domain/tasks/long-texts.ts'
import type { Task } from '#domain/tasks/task.ts'
import type { User } from '#domain/account/account.ts'

import { userQuery } from '../auth/queries.ts'
import { isLost } from '../sync/retry-once.ts'
import { readKeptDone } from '../tasks/cache/cached-tasks.ts'
import {
  type CompletedPage,
  type CompletedQuery,
  compareCompleted,
  isShown,
} from '../tasks/data/completed-pages.ts'
import { TASKS_KEY } from '../tasks/data/task-cache.ts'

/**
 * Returns all stored completed tasks after a given one as a single page, for when the server can't be reached.
 * @param after the id of the last task before the page; 0 for the first page
 * @throws the request's error if the server responded, nothing is stored, or that task isn't among the stored tasks
 */
export async function storedPage(
  client: QueryClient,
  query: CompletedQuery,
  after: number,
  error: unknown,
): Promise<CompletedPage> {
  const tasks = (await readStored(client, query, error)).toSorted(compareCompleted)
  const last = tasks.findIndex(({ id }) => id === after)
  if (after !== 0 && last < 0) throw error
  return { tasks: tasks.slice(last + 1), hasMore: false }
}

/** Returns the stored totals per category, for when the server can't be reached. */
export async function storedTotals(
  client: QueryClient,
  range: CompletedRange,
  error: unknown,
): Promise<CompletedTotal[]> {
  const tasks = await readStored(client, range, error)
  return [...Map.groupBy(tasks, ({ category }) => category)].map(([category, tasks]) => ({
    category,
    count: tasks.length,
    elapsedTime: tasks.reduce((sum, task) => sum + task.elapsedTime, 0),
  }))
}

async function readStored(client: QueryClient, query: CompletedQuery, error: unknown): Promise<Task[]> {
  const user = client.getQueryData<User | null>(userQuery.queryKey)
  // While this page stores the list, the stored rows can't be read.
  const tasks =
    isLost(error) && user ? (loadedTasks(client) ?? (await readKeptDone(user.id).catch(() => null))) : null
  if (!tasks) throw error
  return tasks.filter((task) => isShown(task, query))
}

/** Returns the list of all tasks with their text; null until it has loaded. */
function loadedTasks(client: QueryClient): Task[] | null {
  const tasks = client.getQueryData<ShortTask[]>(TASKS_KEY)
  const isLoading = client.isFetching({ queryKey: TASKS_KEY, exact: true }) > 0
  return !isLoading && tasks?.every(hasTexts) ? tasks : null
}
