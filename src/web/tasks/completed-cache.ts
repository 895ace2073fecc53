import type { InfiniteData, QueryClient, QueryKey } from '@tanstack/react-query'

import type { CompletedQuery } from '#domain/completed-filter.ts'
import { type CompletedPage, findInPages, putInPages, removeFromPages } from '#domain/completed-pages.ts'
import type { Task } from '#domain/task.ts'

/** The pages of completed tasks that were read, one entry for each view of them: `[...COMPLETED_KEY, query]`. */
export const COMPLETED_KEY = ['/api/tasks/completed'] as const
/** What the completed tasks come to, one entry for each range: `[...COMPLETED_TOTALS_KEY, range]`. */
export const COMPLETED_TOTALS_KEY = ['/api/tasks/completed/totals'] as const

/** A page begins after the task with this id; 0 is the first page. */
export type CompletedPages = InfiniteData<CompletedPage, number>

/** Writes a task that the server answered into every view that shows it, and out of those that do no more. */
export function putInCompleted(client: QueryClient, task: Task): void {
  changeViews(client, (pages, query) => putInPages(pages, task, query))
}

/** Takes a task that was deleted out of every view. */
export function removeFromCompleted(client: QueryClient, id: number): void {
  changeViews(client, (pages) => removeFromPages(pages, id))
}

/** The task with this id as it stands in any view. */
export function findCompleted(client: QueryClient, id: number): Task | undefined {
  for (const [, data] of client.getQueriesData<CompletedPages>({ queryKey: COMPLETED_KEY })) {
    const task = data && findInPages(data.pages, id)
    if (task) return task
  }
}

/** Counts anew what was done. Not waited for: the change itself is over. */
export function countCompletedAgain(client: QueryClient): void {
  void client.invalidateQueries({ queryKey: COMPLETED_TOTALS_KEY })
}

function changeViews(
  client: QueryClient,
  change: (pages: readonly CompletedPage[], query: CompletedQuery) => readonly CompletedPage[],
): void {
  for (const { queryKey, state } of client.getQueryCache().findAll({ queryKey: COMPLETED_KEY })) {
    client.setQueryData<CompletedPages>(queryKey, (data) => {
      if (!data) return
      const pages = change(data.pages, queryKey[1] as CompletedQuery)
      return pages === data.pages ? data : { ...data, pages: [...pages] }
    })
    if (state.fetchStatus === 'fetching') void readAgain(client, queryKey)
  }
}

/** What is on its way may have been read before the change, and would be put over it. */
async function readAgain(client: QueryClient, queryKey: QueryKey): Promise<void> {
  await client.cancelQueries({ queryKey, exact: true })
  await client.invalidateQueries({ queryKey, exact: true })
}
