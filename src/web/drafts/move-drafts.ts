import { storedKeys } from '../state/stored-value.ts'
import { DRAFT_PREFIX, storedDraft } from './forget-drafts.ts'

/** Moves the drafts of a task that was created offline to its real id, including drafts from closed pages. */
export function moveDrafts(userId: string, from: number, to: number, storage = () => localStorage): void {
  for (const key of storedKeys(`${DRAFT_PREFIX}${userId}:`, storage)) {
    const moved = key.replace(`:${from}:`, `:${to}:`)
    if (moved === key) continue
    const draft = storedDraft(key, storage)
    if (storedDraft(moved, storage).write(draft.read())) draft.remove()
  }
}
