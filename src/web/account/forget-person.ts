import { isUploading } from '../attachments/is-uploading.ts'
import { HOME } from '../boot/paths.ts'
import { forgetDrafts } from '../drafts/forget-drafts.ts'
import { createStore } from '../state/store.ts'
import { outbox } from '../sync/runner/outbox.ts'
import { forgetLastHere } from '../tasks/cache/last-here.ts'
import { clearCache } from '../tasks/cache/cached-tasks.ts'

/** Whether the response to a deletion of the account was lost, and no request has succeeded since. */
export const deletionIsLost = createStore(false)

/** Leaves the page of a deleted account, and deletes what this browser stores about it. Never throws. */
export function leaveDeleted(userId: string): void {
  forgetPerson(userId)
  void Promise.resolve(outbox.get()?.discardUser())
    .catch(() => undefined)
    .then(() => window.location.assign(HOME))
}

/** Deletes what this browser stores about a user who signs out. Never throws. */
export function forgetPerson(userId: string): void {
  forgetDrafts(userId, Date.now())
  forgetLastHere(userId)
  clearCache()
}

/** Deletes what this browser stores about a user who leaves the page to sign out. During an upload, the user can stay. */
export function forgetOnLeaving(userId: string): void {
  if (!isUploading.get()) return forgetPerson(userId)
  const stay = new AbortController()
  const { signal } = stay
  // Another attempt to leave means that the user canceled this one.
  const leave = () => addEventListener('beforeunload', () => stay.abort(), { signal })
  addEventListener('beforeunload', leave, { signal, once: true })
  addEventListener('pagehide', () => forgetPerson(userId), { signal })
}
