import type { QueryClient, QueryFilters } from '@tanstack/react-query'

/** Refetches queries after a change. A pending response may predate it; TanStack Query would keep a query's first one. */
export function readAgain(client: QueryClient, filters: QueryFilters): void {
  // A canceled query is idle at once, so changes in one event-loop task refetch it once.
  void client.cancelQueries(filters).then(() => client.invalidateQueries(filters))
}
