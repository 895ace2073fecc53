import { createStore } from '../../state/store.ts'

/** The number of the last change included in this page's tasks; null before any are loaded. */
export const listChange = createStore<number | null>(null)

/** When this page's tasks last matched the server's, in ms since 1970. */
export const listFreshAt = createStore(0)
