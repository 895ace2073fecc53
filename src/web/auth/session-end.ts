import { createStore } from '../state/store.ts'

/**
 * Set when the session has ended but the page stays because of typed text or waiting changes: 'asks' while the sign-in
 * dialog is open, 'put off' after it was closed.
 */
export const sessionEnd = createStore<'asks' | 'put off' | null>(null)

export function untilSignedIn(): Promise<void> {
  return new Promise((resolve) => {
    const stop = sessionEnd.subscribe(() => {
      if (sessionEnd.get() !== null) return
      stop()
      resolve()
    })
  })
}

/** The channel on which pages announce who has signed in. */
const CHANNEL = 'tenfold-session'

/** Tells the other pages in this browser who has signed in. */
export function tellSignedIn(userId: string): void {
  const channel = new BroadcastChannel(CHANNEL)
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- A channel has no target origin.
  channel.postMessage(userId)
  channel.close()
}

/** Calls a function with the id of a user who signs in on another page. */
export function hearSignedIn(listener: (userId: string) => void, signal: AbortSignal): void {
  const channel = new BroadcastChannel(CHANNEL)
  channel.addEventListener('message', ({ data }) => listener(data as string), { signal })
  signal.addEventListener('abort', () => channel.close())
}
