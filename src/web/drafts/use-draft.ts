import { type Dispatch, type SetStateAction, useEffect, useState } from 'react'

import { hasEdits } from '#domain/draft.ts'
import { type Edits, NO_EDITS } from '#domain/edits.ts'

import { useUserId } from '../auth/queries.ts'
import { createDraftKeeper } from './draft-keeper.ts'
import { type DraftPlace, drafts } from './draft-store.ts'

/** What was brought back into a form: nothing, just what was found, or that and what was changed since. */
export type Restored = 'no' | 'untouched' | 'changed'

export type Draft<V extends object> = {
  edits: Edits<V>
  setEdits: Dispatch<SetStateAction<Edits<V>>>
  restored: Restored
  /** Forgets the draft, whatever the form still shows: it is saved, or closed for good. */
  forget: () => void
}

/**
 * The edits of a form, as `useState` holds them, and kept beyond it: a reload or a crash brings them back when the form
 * opens again.
 * @param row the form's row when it opens
 * @param repair makes what was kept, perhaps by another version, into what the form can show
 */
export function useDraft<V extends object>(
  place: Omit<DraftPlace, 'userId'>,
  row: V,
  repair = (edits: Edits<V>) => edits,
): Draft<V> {
  const userId = useUserId() ?? ''
  const [{ keeper, key, found }] = useState(() => openDraft({ ...place, userId }, row, repair))
  const { chosen } = found
  const [edits, setEdits] = useState<Edits<V>>(chosen?.edits ?? NO_EDITS)

  useEffect(() => {
    for (const spent of found.spent) drafts.remove(spent)
    if (found.chosen) keeper.adopt(found.chosen.edits, found.chosen.key)
  }, [keeper, found])
  useEffect(() => keeper.keep(edits), [keeper, edits])
  useEffect(() => {
    const controller = new AbortController()
    const { signal } = controller
    const hide = () => document.visibilityState === 'hidden' && keeper.flush()
    const heed = (event: StorageEvent) => event.key === key && event.newValue === null && keeper.keepAgain()
    window.addEventListener('pagehide', keeper.flush, { signal })
    document.addEventListener('visibilitychange', hide, { signal })
    window.addEventListener('storage', heed, { signal })
    return () => {
      controller.abort()
      keeper.flush()
    }
  }, [keeper, key])

  return { edits, setEdits, restored: restoredOf(chosen?.edits, edits), forget: keeper.forget }
}

function openDraft<V extends object>(place: DraftPlace, row: V, repair: (edits: Edits<V>) => Edits<V>) {
  const key = drafts.keyOf(place)
  const { chosen, spent } = drafts.find(place, row)
  const repaired = chosen && { ...chosen, edits: repair(chosen.edits) }
  return { key, keeper: createDraftKeeper<V>(drafts, key), found: { chosen: repaired, spent } }
}

function restoredOf<V extends object>(found: Edits<V> | undefined, edits: Edits<V>): Restored {
  if (!found || !hasEdits(edits)) return 'no'
  return found === edits ? 'untouched' : 'changed'
}
