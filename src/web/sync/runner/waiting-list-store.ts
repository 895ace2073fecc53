import { createStore } from '../../state/store.ts'

/** Whether the list of waiting changes is open. */
export const listIsOpen = createStore(false)

/** The rejected change whose two versions are shown, by its place in the outbox; null for none. */
export const decidedSeq = createStore<number | null>(null)
