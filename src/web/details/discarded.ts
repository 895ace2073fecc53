import { withoutSaved } from '../drafts/edits.ts'
import type { TaskEdits } from '../task-form/task-edits.ts'

type Discarded = { edits: TaskEdits }

/** Returns the text discarded since a save began, as edits of the saved row. */
export function discardedSince<D extends Discarded>(before: D | null, now: D | null, saved: TaskEdits) {
  return now && now !== before ? { ...now, edits: withoutSaved(now.edits, saved) } : null
}
