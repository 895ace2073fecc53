import { createStore } from '../../state/store.ts'

/** The number of the last change included in this page's tasks; null before any are loaded. */
export const listChange = createStore<number | null>(null)

/** When this page last showed the same tasks as the server, in ms since 1970; 0 before. Set once they are rendered. */
export const listFreshAt = createStore(0)
