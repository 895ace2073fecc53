import {
  type ReadDraft,
  chooseDraft,
  draftTime,
  draftsToDrop,
  hasEdits,
  parseDraft,
  readDraft,
  writeDraft,
} from './draft.ts'
import type { Edits } from './edits.ts'

import { createStoredValue, storedKeys } from '../state/stored-value.ts'
import { newIdempotencyKey } from '../sync/idempotency-key.ts'
import { DRAFT_PREFIX, isSignedOutSince, signedOutAt, storedDraft } from './forget-drafts.ts'

/** The form that a draft belongs to. `taskId` is null for a form that creates something, and a level for quick lines. */
export type DraftPlace = {
  userId: string
  form: 'add' | 'edit' | 'details' | 'canvas' | 'template' | 'quick' | 'returned'
  taskId: number | null
}

/** Storage, time and tab identity, which tests replace. */
export type DraftEnvironment = {
  /** Throws if the browser blocks storage. */
  storage: () => Storage
  /** The current time, in ms since 1970. */
  now: () => number
  /** Stays the same when a tab reloads. */
  tabId: string
}

export type DraftStore = ReturnType<typeof createDraftStore>

/**
 * Creates the draft store. Each page load writes under its own keys, so windows never overwrite each other's drafts.
 * Nothing here throws. A draft that storage rejects lasts as long as the page.
 */
export function createDraftStore({ storage, now, tabId }: DraftEnvironment) {
  const lastSignOut = signedOutAt(storage).read()
  const pageId = newIdempotencyKey().slice(0, 8)

  const draftAt = (key: string) => storedDraft(key, storage)
  const rejected = new Map<string, string>()
  const read = (key: string) => rejected.get(key) ?? draftAt(key).read()
  const remove = (key: string) => {
    rejected.delete(key)
    draftAt(key).remove()
  }
  const put = (key: string, text: string): boolean => {
    if (isSignedOutSince(lastSignOut, storage)) return false
    const others = storedKeys(DRAFT_PREFIX, storage)
      .filter((other) => other !== key)
      .map((other) => {
        const text = draftAt(other).read()
        return { key: other, length: text.length, at: draftTime(text) }
      })
    const dropped = draftsToDrop(others, text.length)
    for (const other of dropped ?? []) remove(other)
    const isStored = dropped !== null && draftAt(key).write(text)
    if (isStored) rejected.delete(key)
    else rejected.set(key, text)
    return isStored
  }
  const write = <V extends object>(key: string, edits: Edits<V>, sentUnder?: string): boolean => {
    if (!hasEdits(edits)) return (remove(key), true)
    return put(key, writeDraft(edits, now(), sentUnder))
  }
  return {
    keyOf: (place: DraftPlace) => `${prefixOf(place)}${tabId}.${pageId}`,
    /** Finds the draft to restore, from any page, and the keys of outdated drafts. */
    find: <V extends object>(place: DraftPlace, row: V) => {
      const prefix = prefixOf(place)
      const unstored = [...rejected.keys()].filter((key) => key.startsWith(prefix))
      const keys = new Set([...storedKeys(prefix, storage), ...unstored])
      const drafts = [...keys].flatMap((key): ReadDraft<V>[] => {
        const draft = readDraft(read(key), row)
        return draft ? [{ key, ...draft }] : []
      })
      return chooseDraft(drafts, row, (key) => key.startsWith(`${prefix}${tabId}.`))
    },
    /** Stores the edits, or removes the draft if there are none. Returns whether that succeeded. */
    write,
    /** Stores a new draft. An earlier draft under the key keeps its time and gets its own key. */
    add: <V extends object>(key: string, edits: Edits<V>) => {
      const earlier = read(key)
      if (earlier) put(`${key}.${draftTime(earlier)}`, earlier)
      write(key, edits)
    },
    /** Changes the stored edits, or those of an empty draft. */
    change: <V extends object>(key: string, change: (edits: Edits<V>) => Edits<V>) => {
      const { mine = {}, seen = {}, sentUnder } = parseDraft(read(key)) ?? {}
      write(key, change({ mine, seen } as Edits<V>), sentUnder)
    },
    remove,
  }
}

export const drafts = createDraftStore({
  storage: () => localStorage,
  now: () => Date.now(),
  tabId: readTabId(),
})

function prefixOf({ userId, form, taskId }: DraftPlace): string {
  return `${DRAFT_PREFIX}${userId}:${form}:${taskId ?? 'new'}:`
}

/** Returns the tab's id from session storage, which belongs to one tab and survives reloads and crashes. */
function readTabId(): string {
  const stored = createStoredValue<string | null>('tenfold:tab', {
    parse: (text) => text,
    format: (id) => id,
    fallback: null,
    storage: () => sessionStorage,
  })
  const known = stored.read()
  if (known) return known
  const id = newIdempotencyKey().slice(0, 8)
  stored.write(id)
  return id
}

/** Stores values as the draft of the Add form, because the form may not load. Keeps an earlier draft. */
export function storeForAdd(userId: string, filled: object): void {
  drafts.add(drafts.keyOf({ form: 'add', taskId: null, userId }), { mine: filled, seen: {} })
}
