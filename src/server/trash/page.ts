import { expiryOfDeleted } from '#domain/tasks/deleted-task.ts'
import { type TrashFilter, type TrashPage, cursorOf, parseCursor } from '#domain/trash/trash-schema.ts'
import { compareTrash, matchesTrash } from '#domain/trash/trash.ts'

import type { Database } from '../db/schema.ts'
import { countFiles, describeItems, listHeads } from './store.ts'

/**
 * Reads one page of the trash. Holds the titles of the entire trash in memory, at most 3,000.
 * @param now ISO 8601 UTC
 */
export async function readTrashPage(
  db: Database,
  userId: string,
  { kind, search, limit, after }: TrashFilter,
  now: string,
): Promise<TrashPage> {
  const heads = await listHeads(db, userId, expiryOfDeleted(now))
  const count = (kind: string) => heads.filter((head) => head.kind === kind).length
  const last = after === undefined ? null : parseCursor(after)
  const found = heads
    .filter((head) => kind === undefined || head.kind === kind)
    .filter((head) => search === undefined || matchesTrash(head, search))
    .toSorted(compareTrash)
    .filter((head) => last === null || compareTrash(head, last) > 0)
  const items = await describeItems(db, userId, found.slice(0, limit))
  const end = items.at(-1)
  return {
    items,
    next: end && found.length > limit ? cursorOf(end) : null,
    totals: {
      task: count('task'),
      template: count('template'),
      category: count('category'),
      files: await countFiles(db, userId, now),
    },
    asOf: now,
  }
}
