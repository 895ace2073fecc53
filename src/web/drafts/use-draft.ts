import { type Dispatch, type SetStateAction, useEffect, useLayoutEffect, useState } from 'react'

import { useUserId } from '../auth/queries.ts'
import { hasEdits } from './draft.ts'
import { createDraftKeeper } from './draft-keeper.ts'
import { type DraftPlace, drafts } from './draft-store.ts'
import { type Edits, NO_EDITS, withUnsaved, withoutSaved } from './edits.ts'

/** Whether a draft was restored, and whether the user has since changed it. */
export type Restored = 'no' | 'untouched' | 'changed'

export type Draft<V extends object> = {
  edits: Edits<V>
  setEdits: Dispatch<SetStateAction<Edits<V>>>
  /** Removes saved edits, also from the draft of a closed form. */
  settle: (saved: Edits<V>) => void
  /** Restores the edits of a failed save. */
  putBack: (unsaved: Edits<V>) => void
  restored: Restored
  /** The Idempotency-Key of the restored draft's last request. */
  sentUnder: string | undefined
  keepSentUnder: (key: string) => void
  /** Deletes the draft. The form can keep showing its edits. */
  forget: () => void
  /** Returns whether `forget` was called. */
  isForgotten: () => boolean
  /** Stores edits whose save failed after another form took over this draft. */
  keepApart: (unsaved: Edits<V>) => void
}

/**
 * Works like `useState` for a form's edits, and restores them after a reload or a crash.
 * @param row the form's row when the form opens
 * @param repair fixes a draft that an older version stored
 * @param initial the edits to start with instead of a stored draft
 */
export function useDraft<V extends object>(
  place: Omit<DraftPlace, 'userId'>,
  row: V,
  repair = (edits: Edits<V>) => edits,
  initial: Edits<V> | null = null,
): Draft<V> {
  const userId = useUserId() ?? ''
  const [{ keeper, found }] = useState(() => openDraft({ ...place, userId }, row, repair, initial))
  const { chosen } = found
  const [edits, setEdits] = useState<Edits<V>>(initial ?? chosen?.edits ?? NO_EDITS)

  useEffect(() => {
    for (const spent of found.spent) drafts.remove(spent)
    if (found.chosen) keeper.adopt(found.chosen.edits, found.chosen.key, found.chosen.sentUnder)
    const controller = new AbortController()
    const { signal } = controller
    const hide = () => document.visibilityState === 'hidden' && keeper.flush()
    const heed = (event: StorageEvent) =>
      keeper.isAt(event.key) && event.newValue === null && keeper.keepAgain()
    window.addEventListener('pagehide', keeper.flush, { signal })
    document.addEventListener('visibilitychange', hide, { signal })
    window.addEventListener('storage', heed, { signal })
    return () => controller.abort()
  }, [keeper, found])
  // Runs before the layout effects of a form that replaces this one, which may read the draft.
  useLayoutEffect(() => keeper.flush, [keeper])
  const key = drafts.keyOf({ ...place, userId })
  useEffect(() => keeper.moveTo(key), [keeper, key])
  useEffect(() => keeper.keep(edits), [keeper, edits])

  const change = (change: (edits: Edits<V>) => Edits<V>) => {
    if (keeper.isForgotten()) return
    keeper.change(change)
    setEdits(change)
  }
  return {
    edits,
    setEdits,
    settle: (saved) => change((edits) => withoutSaved(edits, saved)),
    putBack: (unsaved) => change((edits) => withUnsaved(edits, unsaved)),
    restored: restoredOf(chosen?.edits, edits),
    sentUnder: chosen?.sentUnder,
    keepSentUnder: keeper.keepSentUnder,
    forget: keeper.forget,
    isForgotten: keeper.isForgotten,
    keepApart: keeper.keepApart,
  }
}

function openDraft<V extends object>(
  place: DraftPlace,
  row: V,
  repair: (edits: Edits<V>) => Edits<V>,
  initial: Edits<V> | null,
) {
  const key = drafts.keyOf(place)
  const { chosen, spent } = initial ? { chosen: null, spent: [] } : drafts.find(place, row)
  const repaired = chosen && { ...chosen, edits: repair(chosen.edits) }
  return { keeper: createDraftKeeper<V>(drafts, key), found: { chosen: repaired, spent } }
}

function restoredOf<V extends object>(found: Edits<V> | undefined, edits: Edits<V>): Restored {
  if (!found || !hasEdits(edits)) return 'no'
  return found === edits ? 'untouched' : 'changed'
}
