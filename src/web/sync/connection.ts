import { createStore } from '../state/store.ts'

/** Why the server can't be reached: no connection, or a response that reports the server as unavailable. */
export type Outage = 'offline' | 'unavailable'

/** Outages shorter than this aren't shown, in ms. */
const GRACE_MS = 1500

const { get, set, subscribe } = createStore<Outage | null>(null)
let latest: Outage | null = null
let heardAt = 0
let timer: ReturnType<typeof setTimeout> | undefined

/** The outage to show: null while the event stream is open, and in the first 1.5 s of an outage. */
export const connection = {
  get,
  subscribe,
  /** Records that the event stream sent something, which happens at least every 25 s. */
  noteHeard: (): void => void (heardAt = Date.now()),
  /** When the event stream last sent something to this window, in ms since 1970; 0 if it never has. */
  heardAt: () => heardAt,
  report: (outage: Outage | null): void => {
    latest = outage
    if (outage === null) {
      clearTimeout(timer)
      timer = undefined
      set(null)
    } else if (get()) set(outage)
    else timer ??= setTimeout(() => set(latest), GRACE_MS)
  },
}
