import { useInfiniteQuery, useQuery } from '@tanstack/react-query'

import { type CompletedPage, type CompletedQuery, lastOfPages } from '../tasks/data/completed-pages.ts'
import type { CompletedRange, CompletedTotal } from '#domain/tasks/completed.ts'
import type { Task } from '#domain/tasks/task.ts'

import { ApiError, request, requestWithHeaders } from '../sync/api.ts'
import { COMPLETED_KEY, COMPLETED_TOTALS_KEY } from '../tasks/data/completed-cache.ts'
import { storedPage, storedTotals } from './stored-completed.ts'
import { listChange } from '../tasks/data/list-change.ts'

/** The page size: a few screens of tasks. */
const PAGE_SIZE = 100
/** The cursor of the first page; later pages use the id of the task before them. */
const FIRST_PAGE = 0

/** Loads completed tasks page by page, newest first. */
export function useCompletedTasks(query: CompletedQuery) {
  const read = useInfiniteQuery({
    queryKey: [...COMPLETED_KEY, query],
    queryFn: ({ client, pageParam }) =>
      readPage(query, pageParam).catch((error: unknown) => storedPage(client, query, pageParam, error)),
    initialPageParam: FIRST_PAGE,
    getNextPageParam: (last, pages) => (last.hasMore ? (lastOfPages(pages)?.id ?? FIRST_PAGE) : null),
  })
  const { error, isFetchNextPageError, fetchNextPage, refetch } = read
  /** Another window may have reopened the task that the cursor refers to; then all pages reload. */
  const retry = () => {
    const isLost = error instanceof ApiError && error.code === 'invalid'
    void (isFetchNextPageError && !isLost ? fetchNextPage() : refetch())
  }
  return { ...read, retry }
}

export function useCompletedTotals(range: CompletedRange, isNeeded = true) {
  return useQuery({
    queryKey: [...COMPLETED_TOTALS_KEY, range],
    queryFn: ({ client }) =>
      request<CompletedTotal[]>('GET', withQuery(COMPLETED_TOTALS_KEY[0], range)).catch((error: unknown) =>
        storedTotals(client, range, error),
      ),
    enabled: isNeeded,
  }).data
}

async function readPage(query: CompletedQuery, after: number): Promise<CompletedPage> {
  const page = { ...query, limit: PAGE_SIZE, before: after === FIRST_PAGE ? undefined : after }
  const { body: tasks, headers } = await requestWithHeaders<Task[]>('GET', withQuery(COMPLETED_KEY[0], page))
  // Without the task list, live updates continue from this response, because the event stream may open later.
  if (listChange.get() === null) listChange.set(Number(headers.get('x-change')))
  return { tasks, hasMore: tasks.length === PAGE_SIZE }
}

function withQuery(path: string, query: Record<string, string | number | undefined>): string {
  const search = new URLSearchParams()
  for (const [name, value] of Object.entries(query)) if (value !== undefined) search.set(name, String(value))
  return search.size > 0 ? `${path}?${search}` : path
}
