import {
  type ReadDraft,
  chooseDraft,
  draftTime,
  draftsToDrop,
  hasEdits,
  readDraft,
  writeDraft,
} from '#domain/draft.ts'
import type { Edits } from '#domain/edits.ts'

import { newIdempotencyKey } from '../tasks/idempotency-key.ts'
import { DRAFT_PREFIX, forgetDrafts, isSignedOutSince, keysOf } from './forget-drafts.ts'

/** The form a draft is of. `taskId` is null where the form makes something new. */
export type DraftPlace = {
  userId: string
  form: 'add' | 'edit' | 'canvas' | 'template'
  taskId: number | null
}

/** Where drafts are kept, and what tells this tab from others. */
export type DraftEnvironment = {
  /** May throw, where storage is forbidden. */
  storage: () => Storage
  /** In ms since 1970. */
  now: () => number
  /** The same in a tab before and after a reload. */
  tabId: string
}

export type DraftStore = ReturnType<typeof createDraftStore>

/**
 * Drafts in the browser's storage. Each page that is loaded writes under keys of its own, so that no window writes over
 * what another one has. Nothing here ever throws: where there is no room or no permission, nothing is kept.
 */
export function createDraftStore({ storage, now, tabId }: DraftEnvironment) {
  const loadedAt = now()
  const pageId = newIdempotencyKey().slice(0, 8)

  const remove = (key: string) => attempt(() => storage().removeItem(key), undefined)
  const write = <V extends object>(key: string, edits: Edits<V>): boolean => {
    if (!hasEdits(edits)) return (remove(key), true)
    return attempt(() => put(storage(), key, writeDraft(edits, now()), loadedAt), false)
  }
  return {
    /** The key under which this page keeps its draft of a form. */
    keyOf: (place: DraftPlace) => `${prefixOf(place)}${tabId}.${pageId}`,
    /** The draft of a form that is to be brought back, whoever wrote it, and the keys of those that are none any more. */
    find: <V extends object>(place: DraftPlace, row: V) => {
      const prefix = prefixOf(place)
      const drafts = attempt(() => readAll(storage(), prefix, row), [])
      return chooseDraft(drafts, row, (key) => key.startsWith(`${prefix}${tabId}.`))
    },
    /** Keeps what a form says over its row; nothing, when it says nothing. Answers whether that was possible. */
    write,
    remove,
    /** Forgets what a person typed, for good: pages that are open now keep nothing more until they are loaded anew. */
    forgetUser: (userId: string) => attempt(() => forgetDrafts(storage(), userId, now()), undefined),
  }
}

/** The drafts of this browser. */
export const drafts = createDraftStore({
  storage: () => localStorage,
  now: () => Date.now(),
  tabId: readTabId(),
})

function prefixOf({ userId, form, taskId }: DraftPlace): string {
  return `${DRAFT_PREFIX}${userId}:${form}:${taskId ?? 'new'}:`
}

function put(storage: Storage, key: string, text: string, loadedAt: number): boolean {
  if (isSignedOutSince(storage, loadedAt)) return false
  const others = keysOf(storage, DRAFT_PREFIX)
    .filter((other) => other !== key)
    .map((other) => {
      const text = storage.getItem(other) ?? ''
      return { key: other, length: text.length, at: draftTime(text) }
    })
  const dropped = draftsToDrop(others, text.length)
  if (!dropped) return false
  for (const other of dropped) storage.removeItem(other)
  storage.setItem(key, text)
  return true
}

function readAll<V extends object>(storage: Storage, prefix: string, row: V): ReadDraft<V>[] {
  return keysOf(storage, prefix).flatMap((key) => {
    const draft = readDraft(storage.getItem(key) ?? '', row)
    return draft ? [{ key, ...draft }] : []
  })
}

/** The storage of a session belongs to one tab, and outlives a reload and a crash of it. */
function readTabId(): string {
  const id = newIdempotencyKey().slice(0, 8)
  return attempt(() => {
    const known = sessionStorage.getItem('tenfold:tab')
    if (!known) sessionStorage.setItem('tenfold:tab', id)
    return known ?? id
  }, id)
}

function attempt<T>(run: () => T, otherwise: T): T {
  try {
    return run()
  } catch {
    return otherwise
  }
}
