import { type Edits, NO_EDITS, withUnsaved } from './edits.ts'

import type { DraftStore } from './draft-store.ts'

/** How long a change waits before it is stored, in ms. A crash loses at most this much typing. */
const KEEP_MS = 300

/** Stores the draft of an open form shortly after each change. */
export function createDraftKeeper<V extends object>(store: DraftStore, firstKey: string) {
  let key = firstKey
  let latest: Edits<V> = NO_EDITS
  let sentUnder: string | undefined
  let timer: ReturnType<typeof setTimeout> | undefined
  let isForgotten = false

  const write = () => void store.write(key, latest, sentUnder)
  const flush = () => {
    if (timer === undefined) return
    clearTimeout(timer)
    timer = undefined
    write()
  }
  return {
    flush,
    isForgotten: () => isForgotten,
    /** Changes the stored draft even if the form is closed by now, so that a newer form may have stored it. */
    change: (change: (edits: Edits<V>) => Edits<V>) => {
      flush()
      store.change(key, change)
    },
    /** Moves the draft to a new key, because the task got its real id. */
    moveTo: (next: string) => {
      if (next === key) return
      store.remove(key)
      key = next
      write()
    },
    /** Returns whether a stored draft is this one. The key is null if another page cleared the storage. */
    isAt: (other: string | null) => other === null || other === key,
    keep: (edits: Edits<V>) => {
      latest = edits
      timer ??= setTimeout(flush, KEEP_MS)
    },
    /** Takes over a draft that another page stored. If that page is still open, it stores its copy again. */
    adopt: (edits: Edits<V>, from: string, under?: string) => {
      latest = edits
      sentUnder = under
      if (from !== key && store.write(key, edits, under)) store.remove(from)
    },
    keepApart: (unsaved: Edits<V>) => store.change<V>(`${key}.unsaved`, (kept) => withUnsaved(unsaved, kept)),
    /** Stores the draft again after another window took it over. */
    keepAgain: write,
    /** Stores the form's Idempotency-Key, so that a retry after a reload reuses it. */
    keepSentUnder: (idempotencyKey: string) => {
      sentUnder = idempotencyKey
      write()
    },
    forget: () => {
      isForgotten = true
      clearTimeout(timer)
      timer = undefined
      latest = NO_EDITS
      sentUnder = undefined
      store.remove(key)
    },
  }
}
