import { createStore } from '../../state/store.ts'

/** Whether the list of waiting changes is open. */
export const listIsOpen = createStore(false)

/** The `seq` in the outbox of the rejected change whose two versions are shown; null for none. */
export const decidedSeq = createStore<number | null>(null)
