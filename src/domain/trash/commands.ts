import { defineCommand } from '../command.ts'
import { notFound } from '../error.ts'
import type { TrashRef } from './trash.ts'

/** Deletes one item in the trash for good. Throws `not_found`. */
export const deleteForever = defineCommand({
  name: 'trash.deleteForever',
  needs: (ref: TrashRef) => ({ trashed: ref }),
  rule: ({ isTrashed }: { isTrashed: boolean }, ref) => {
    if (!isTrashed) throw notFound()
    return ref
  },
})

export type TrashIds = { task: readonly number[]; template: readonly number[]; category: readonly string[] }

/** Permanently deletes the whole trash, or only items deleted up to an ISO 8601 UTC instant. */
export const emptyTrash = defineCommand({
  name: 'trash.empty',
  needs: ({ until }: { until?: string | undefined }) => ({ trashedUntil: until ?? null }),
  rule: (trashed: TrashIds) => trashed,
})
