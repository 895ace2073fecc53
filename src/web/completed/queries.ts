import { useInfiniteQuery, useQuery } from '@tanstack/react-query'

import type { CompletedQuery } from '#domain/completed-filter.ts'
import { type CompletedPage, lastOfPages } from '#domain/completed-pages.ts'
import type { CompletedRange, CompletedTotal } from '#domain/completed.ts'
import type { Task } from '#domain/task.ts'

import { ApiError, request, requestWithHeaders } from '../api.ts'
import { COMPLETED_KEY, COMPLETED_TOTALS_KEY } from '../tasks/completed-cache.ts'
import { listChange } from '../tasks/list-change.ts'

/** How many tasks are read at once: some screens full of them. */
const PAGE_SIZE = 100
/** The place of the first page, where others have the id of the task they begin after. */
const FIRST_PAGE = 0

/** The completed tasks that a query shows, read page by page, the newest first. */
export function useCompletedTasks(query: CompletedQuery) {
  const read = useInfiniteQuery({
    queryKey: [...COMPLETED_KEY, query],
    queryFn: ({ pageParam }) => readPage(query, pageParam),
    initialPageParam: FIRST_PAGE,
    getNextPageParam: (last, pages) => (last.hasMore ? (lastOfPages(pages)?.id ?? FIRST_PAGE) : null),
  })
  const { error, isFetchNextPageError, fetchNextPage, refetch } = read
  /** The task the next page begins after may have been reopened in another window: then all begin anew. */
  const retry = () => {
    const isLost = error instanceof ApiError && error.code === 'invalid'
    void (isFetchNextPageError && !isLost ? fetchNextPage() : refetch())
  }
  return { ...read, retry }
}

/** What the completed tasks of a range come to, by category. */
export function useCompletedTotals(range: CompletedRange, isNeeded = true) {
  return useQuery({
    queryKey: [...COMPLETED_TOTALS_KEY, range],
    queryFn: () => request<CompletedTotal[]>('GET', withQuery(COMPLETED_TOTALS_KEY[0], range)),
    enabled: isNeeded,
  }).data
}

async function readPage(query: CompletedQuery, after: number): Promise<CompletedPage> {
  const page = { ...query, limit: PAGE_SIZE, before: after === FIRST_PAGE ? undefined : after }
  const { body: tasks, headers } = await requestWithHeaders<Task[]>('GET', withQuery(COMPLETED_KEY[0], page))
  // Where no list was read, what is told of changes goes on from here: the stream may come later than this answer.
  if (listChange.get() === null) listChange.set(Number(headers.get('x-change')))
  return { tasks, hasMore: tasks.length === PAGE_SIZE }
}

function withQuery(path: string, query: Record<string, string | number | undefined>): string {
  const search = new URLSearchParams()
  for (const [name, value] of Object.entries(query)) if (value !== undefined) search.set(name, String(value))
  return search.size > 0 ? `${path}?${search}` : path
}
