import { useInfiniteQuery } from '@tanstack/react-query'

import type { TrashPage } from '#domain/trash/trash-schema.ts'
import type { TrashKind } from '#domain/trash/trash.ts'

import { request } from '../sync/api.ts'
import { TRASH_KEY } from './trash-key.ts'

/** Debounce of the search, in ms. */
const PAUSE_MS = 100

export type TrashQuery = { kind: TrashKind | null; search: string }

/**
 * Loads the trash page by page, newest deletion first. After a filter change, shows the previous rows until the new
 * ones arrive.
 * @param opening counts the times the dialog was opened, because each time starts with a new list
 */
export function useTrash({ kind, search }: TrashQuery, opening: number, isOpen: boolean) {
  const wanted = search.trim()
  return useInfiniteQuery({
    queryKey: [...TRASH_KEY, opening, kind, wanted],
    queryFn: async ({ pageParam, signal }) => {
      if (wanted !== '') await new Promise((resolve) => setTimeout(resolve, PAUSE_MS))
      signal.throwIfAborted()
      return request<TrashPage>('GET', pathOf({ kind, search: wanted, after: pageParam }))
    },
    initialPageParam: '',
    getNextPageParam: (last) => last.next,
    placeholderData: (before) => before,
    enabled: isOpen,
    gcTime: 0,
  })
}

function pathOf({ kind, search, after }: TrashQuery & { after: string }): string {
  const query = new URLSearchParams()
  for (const [name, value] of Object.entries({ kind, search, after })) if (value) query.set(name, value)
  return query.size > 0 ? `${TRASH_KEY[0]}?${query.toString()}` : TRASH_KEY[0]
}
