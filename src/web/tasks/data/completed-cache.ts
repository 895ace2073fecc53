import type { InfiniteData, QueryClient } from '@tanstack/react-query'

import {
  type CompletedPage,
  type CompletedQuery,
  findInPages,
  putInPages,
  removeFromPages,
} from './completed-pages.ts'
import type { Task } from '#domain/tasks/task.ts'

import { readAgain } from '../../sync/read-again.ts'

/** Query key of completed tasks, one entry per view: `[...COMPLETED_KEY, query]`. */
export const COMPLETED_KEY = ['/api/tasks/completed'] as const
/** Query key of completed totals, one entry per range: `[...COMPLETED_TOTALS_KEY, range]`. */
export const COMPLETED_TOTALS_KEY = ['/api/tasks/completed/totals'] as const

/** Pages of completed tasks. The cursor is the id of the task before the page; 0 for the first page. */
export type CompletedPages = InfiniteData<CompletedPage, number>

/** Refetches completed tasks and their number, because they may miss changes. */
export function readCompletedAgain(client: QueryClient): void {
  readAgain(client, { queryKey: COMPLETED_KEY })
  countCompletedAgain(client)
}

/** Updates a task from a response in every view, and removes it from views that no longer match. */
export function putInCompleted(client: QueryClient, task: Task): void {
  changeViews(client, (pages, query) => putInPages(pages, task, query))
}

export function removeFromCompleted(client: QueryClient, id: number): void {
  changeViews(client, (pages) => removeFromPages(pages, id))
}

export function findCompleted(client: QueryClient, id: number): Task | undefined {
  for (const [, data] of client.getQueriesData<CompletedPages>({ queryKey: COMPLETED_KEY })) {
    const task = data && findInPages(data.pages, id)
    if (task) return task
  }
}

export function countCompletedAgain(client: QueryClient): void {
  readAgain(client, { queryKey: COMPLETED_TOTALS_KEY })
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
    if (state.fetchStatus === 'fetching') readAgain(client, { queryKey, exact: true })
  }
}
