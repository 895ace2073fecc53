import { forgetDrafts } from '../drafts/forget-drafts.ts'
import { forgetKept } from '../kept/kept-tasks.ts'

/** Takes out of this browser what it keeps of a person who signs out, for good. It never fails. */
export function forgetPerson(userId: string): void {
  try {
    forgetDrafts(localStorage, userId, Date.now())
  } catch {
    // Where storage is forbidden there is nothing to forget.
  }
  forgetKept()
}
