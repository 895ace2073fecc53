import type { QueryClient } from '@tanstack/react-query'

/** The key of the pages of the trash. The filters follow it. */
export const TRASH_KEY = ['/api/trash'] as const

/** Refetches the trash if it is open. */
export function readTrashAgain(client: QueryClient): void {
  void client.invalidateQueries({ queryKey: TRASH_KEY })
}
