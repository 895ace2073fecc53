import { forgetDrafts } from '../drafts/forget-drafts.ts'
import { forgetLastHere } from '../tasks/cache/last-here.ts'
import { clearCache } from '../tasks/cache/cached-tasks.ts'

/** Deletes what this browser stores about a user who signs out. Never throws. */
export function forgetPerson(userId: string): void {
  forgetDrafts(userId, Date.now())
  forgetLastHere(userId)
  clearCache()
}
