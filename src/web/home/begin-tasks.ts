import type { QueryClient } from '@tanstack/react-query'

import { tasksQuery } from '../tasks/queries.ts'

/** How long the page rather waits than shows that its tasks are on their way, in ms. */
const PATIENCE_MS = 120

/**
 * Begins to read the tasks before the page is drawn, and waits for the first of them, but not for long: a board that comes
 * at once needs no shape of itself before.
 */
export async function beginTasks(client: QueryClient): Promise<void> {
  // The completed tasks are read for themselves.
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
