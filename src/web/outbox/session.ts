import { deletionIsLost } from '../account/forget-person.ts'
import { uploads } from '../attachments/uploads.ts'
import { hearSignedIn, sessionEnd, tellSignedIn } from '../auth/session-end.ts'
import { closeSignInWindow } from '../auth/sign-in-window.ts'
import { HOME } from '../boot/paths.ts'
import { SIGNED_OUT_AT, isSignedOutSince, signedOutAt } from '../drafts/forget-drafts.ts'
import { latestAnswer } from '../sync/latest-answer.ts'
import { queryClient } from '../sync/query-client.ts'
import { unsavedText } from '../updates/unsaved-text.ts'
import { whoIsSignedIn } from './sender.ts'
import { currentOutbox } from './start.ts'

/**
 * Shows a dialog that asks the user to sign in again if the session ends with unsaved text or waiting changes. Reacts
 * immediately when someone signs in or out on another page.
 * @returns a function that stops it
 */
export function watchSession(userId: string): () => void {
  const end = new AbortController()
  const { signal } = end
  tellSignedIn(userId)
  closeSignInWindow()
  const note = (id: string) => {
    currentOutbox.get()?.noteUser(id)
    if (id === userId) resume(userId)
    // Requests from this page would change the other account.
    else if (id !== '' && !askToSignIn()) location.reload()
  }
  hearSignedIn(note, signal)
  const hearSignOut = ({ key, newValue }: StorageEvent) => key === SIGNED_OUT_AT && newValue && note('')
  window.addEventListener('storage', hearSignOut, { signal })
  const look = async () => {
    if (sessionEnd.get() && (await whoIsSignedIn()) === userId) resume(userId)
  }
  window.addEventListener('focus', () => void look(), { signal })
  const stop = latestAnswer.subscribe(() => {
    const answer = latestAnswer.get()
    if (answer?.ok) deletionIsLost.set(false)
    if (answer?.status !== 401) return
    // The account is probably deleted. In case it isn't, nothing that this browser stores is removed.
    if (deletionIsLost.get()) window.location.assign(HOME)
    else askToSignIn()
  })
  signal.addEventListener('abort', () => {
    stop()
    sessionEnd.set(null)
  })
  return () => end.abort()
}

/**
 * Opens the sign-in dialog if there is unsaved text, a file to upload or a waiting change. Returns whether the page
 * stays; if not, there was nothing to lose, or the user signed out in this browser.
 */
export function askToSignIn(): boolean {
  if (isSignedOutSince()) return false
  const entries = currentOutbox.get()?.state.get().entries
  const waits = entries?.some(({ state }) => state === 'waiting') || uploads.get().uploads.length > 0
  if (sessionEnd.get() === null && (waits || unsavedText.get())) sessionEnd.set('asks')
  return sessionEnd.get() !== null
}

/** Continues after the user has signed in again: sends the waiting changes and retries what failed. */
export function resume(userId: string): void {
  // This page can store drafts again.
  signedOutAt().remove()
  if (sessionEnd.get() === null) return
  sessionEnd.set(null)
  currentOutbox.get()?.noteUser(userId)
  uploads.retryFailed()
  void queryClient.refetchQueries({ predicate: ({ state }) => state.status === 'error' })
}
