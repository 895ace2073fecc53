import { type TrashIds, deleteForever, emptyTrash } from '#domain/trash/commands.ts'
import { pathToRef } from '#domain/trash/trash-schema.ts'
import { TRASH_KINDS, type TrashRef } from '#domain/trash/trash.ts'

import { findDeletedCategory, forgetDeletedCategories } from '../categories/deleted-store.ts'
import type { AppContext } from '../context.ts'
import type { Database } from '../db/schema.ts'
import { removeUnused } from '../files/unused.ts'
import type { Bind } from '../run/bind.ts'
import { noteChanges } from '../run/change-log.ts'
import { findRestorable, forgetDeleted } from '../tasks/deleted/store.ts'
import { findDeletedTemplate, forgetDeletedTemplates } from '../templates/deleted-store.ts'
import { trashCalls } from './calls.ts'
import { listTrashIds } from './store.ts'

export function bindTrash(bind: Bind, context: AppContext): void {
  bind(deleteForever, {
    method: 'DELETE',
    path: '/api/trash/:kind/:id',
    schema: trashCalls.deleteForever,
    input: ({ params }) => pathToRef(params),
    read: async (db, { userId, now }, needs) => ({
      isTrashed: (await findTrashed(db, userId, needs.trashed, now)) !== null,
    }),
    write: (db, { userId }, ref) => forget(db, userId, refToIds(ref)),
    replay: async () => [],
    answer: () => undefined,
    effects: (released, _input, log) => removeUnused(context, log, released ?? []),
  })

  bind(emptyTrash, {
    method: 'DELETE',
    path: '/api/trash',
    schema: trashCalls.empty,
    input: ({ query }) => query,
    body: ({ until }) => until ?? null,
    read: (db, { userId, now }, needs) => listTrashIds(db, userId, needs.trashedUntil, now),
    write: (db, { userId }, ids) => forget(db, userId, ids),
    replay: async () => [],
    answer: () => undefined,
    effects: (released, _input, log) => removeUnused(context, log, released ?? []),
  })
}

async function findTrashed(db: Database, userId: string, { kind, id }: TrashRef, now: string) {
  if (kind === 'task') return findRestorable(db, userId, Number(id), now)
  if (kind === 'template') return findDeletedTemplate(db, userId, Number(id), now)
  return findDeletedCategory(db, userId, String(id), now)
}

function refToIds({ kind, id }: TrashRef): TrashIds {
  return {
    task: kind === 'task' ? [Number(id)] : [],
    template: kind === 'template' ? [Number(id)] : [],
    category: kind === 'category' ? [String(id)] : [],
  }
}

/** Deletes items in the trash for good. Returns the blobs of their files, which may now be unused. */
async function forget(db: Database, userId: string, ids: TrashIds): Promise<string[]> {
  const released = await forgetDeleted(db, userId, ids.task)
  await forgetDeletedTemplates(db, userId, ids.template)
  await forgetDeletedCategories(db, userId, ids.category)
  for (const id of TRASH_KINDS)
    if (ids[id].length > 0) noteChanges(db, [{ kind: 'trash', id, deleted: true }])
  return released
}
