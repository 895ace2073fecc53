import { queryOptions, useQuery, useQueryClient } from '@tanstack/react-query'
import { useSyncExternalStore } from 'react'

import { type ShortTask, hasTexts } from '#domain/tasks/long-texts.ts'
import type { Task } from '#domain/tasks/task.ts'

import { useWithCalls } from '../../sync/runner/calls.ts'
import { realIds } from '../../sync/runner/outbox.ts'
import { findCompleted } from './completed-cache.ts'
import { readTasks } from './read-tasks.ts'
import { TASKS_KEY } from './task-cache.ts'

/** The tasks to show until they have loaded: always the same list, so that nothing is computed again. */
export const NO_TASKS: readonly ShortTask[] = []

/** All of the user's tasks, open and completed. */
export const tasksQuery = queryOptions({
  queryKey: TASKS_KEY,
  queryFn: ({ client }) => readTasks(client),
  // Changes reuse unchanged rows. Sharing compares rows by index, so it would copy every row after a moved one.
  structuralSharing: false,
})

/**
 * Returns the tasks as the user sees them: the loaded list with pending changes applied.
 * @param isNeeded whether to load the list if it isn't loaded yet
 */
export function useTasks(isNeeded = true) {
  const query = useQuery({ ...tasksQuery, enabled: isNeeded })
  const tasks = useWithCalls<readonly ShortTask[]>(TASKS_KEY, query.data)
  return { tasks, error: query.error, refetch: query.refetch }
}

/**
 * Returns the current state of a task from the list or the completed tasks, which load separately; null if it
 * disappeared.
 */
export function useCurrentTask(seen: Task | null, tasks: readonly ShortTask[] | undefined): Task | null {
  const client = useQueryClient()
  const cache = client.getQueryCache()
  const completed = useSyncExternalStore(
    (listener) => cache.subscribe(listener),
    () => seen && findCompleted(client, seen.id),
  )
  const seenId = seen && (realIds.get(seen.id) ?? seen.id)
  const found = tasks?.find(({ id }) => id === seenId)
  // A form never shows a row without its text. Saving from an older version is safe, because the server compares
  // versions.
  const listed = found && (hasTexts(found) ? found : seen)
  if (listed && completed) return completed.version > listed.version ? completed : listed
  return listed ?? completed ?? (tasks ? null : seen)
}
