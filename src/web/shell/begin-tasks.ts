import type { QueryClient } from '@tanstack/react-query'

import { tasksQuery } from '../tasks/data/queries.ts'

/** How long the page waits for its tasks before it shows a skeleton, in ms. */
const PATIENCE_MS = 120

/** Starts fetching the tasks before the first render, and waits briefly, so that a fast response skips the skeleton. */
export async function beginTasks(client: QueryClient): Promise<void> {
  // The Completed view fetches its own tasks.
  if (new URLSearchParams(location.search).get('view') === 'completed') return
  void client.prefetchQuery(tasksQuery)
  const isPending = () => client.getQueryState(tasksQuery.queryKey)?.status === 'pending'
  await new Promise<void>((resolve) => {
    const end = () => {
      clearTimeout(timer)
      stop()
      resolve()
    }
    const timer = setTimeout(end, PATIENCE_MS)
    const stop = client.getQueryCache().subscribe(() => isPending() || end())
  })
}
