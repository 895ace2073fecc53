import type { QueryClient, QueryFilters } from '@tanstack/react-query'

/** Refetches queries after a change. A pending response may predate it; TanStack Query would keep a query's first one. */
export function readAgain(client: QueryClient, filters: QueryFilters): void {
  void client.cancelQueries(filters)
  void client.invalidateQueries(filters)
}
