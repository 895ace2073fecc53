import { createStore } from '../state/store.ts'

export type AccountDialog = 'settings' | 'password' | 'sessions' | 'link' | 'deletion'

/** The open dialog of the account, which the account menu shows. The palette opens it too. */
export const accountDialog = createStore<AccountDialog | null>(null)
