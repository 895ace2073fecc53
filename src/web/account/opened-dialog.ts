import { createStore } from '../state/store.ts'

export type AccountDialog = 'settings' | 'password' | 'sessions' | 'link' | 'deletion'

/** The open account dialog, which the account menu renders. The palette can also open it. */
export const accountDialog = createStore<AccountDialog | null>(null)
