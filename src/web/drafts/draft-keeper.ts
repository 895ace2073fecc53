import { hasEdits } from '#domain/draft.ts'
import { type Edits, NO_EDITS } from '#domain/edits.ts'

import type { DraftStore } from './draft-store.ts'

/** The most that a crash can take, in ms of typing. */
const KEEP_MS = 300

/** Keeps the draft of one open form, soon after each change of it. */
export function createDraftKeeper<V extends object>(store: DraftStore, key: string) {
  let latest: Edits<V> = NO_EDITS
  let timer: ReturnType<typeof setTimeout> | undefined

  /** Keeps at once what still waits. */
  const flush = () => {
    if (timer === undefined) return
    clearTimeout(timer)
    timer = undefined
    store.write(key, latest)
  }
  return {
    flush,
    keep: (edits: Edits<V>) => {
      latest = edits
      timer ??= setTimeout(flush, KEEP_MS)
    },
    /** Makes the draft of another page this one's; that is, should the other page still be there, a copy. */
    adopt: (edits: Edits<V>, from: string) => {
      latest = edits
      if (from !== key && store.write(key, edits)) store.remove(from)
    },
    /** Keeps it once more, when another window took it over while it is still being written here. */
    keepAgain: () => {
      if (hasEdits(latest)) store.write(key, latest)
    },
    /** What was typed is saved, or not wanted: nothing of it is kept. */
    forget: () => {
      clearTimeout(timer)
      timer = undefined
      latest = NO_EDITS
      store.remove(key)
    },
  }
}
