import { isUploading } from '../attachments/is-uploading.ts'
import { forgetDrafts } from '../drafts/forget-drafts.ts'
import { forgetLastHere } from '../tasks/cache/last-here.ts'
import { clearCache } from '../tasks/cache/cached-tasks.ts'

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
