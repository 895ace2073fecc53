import type { QueryClient } from '@tanstack/react-query'

/** The query key of the trash, followed by the filters. */
export const TRASH_KEY = ['/api/trash'] as const

/** Refetches the trash if it is open. */
export function readTrashAgain(client: QueryClient): void {
  void client.invalidateQueries({ queryKey: TRASH_KEY })
}
