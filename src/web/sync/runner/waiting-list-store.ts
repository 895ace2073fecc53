import { createStore } from '../../state/store.ts'

export const listIsOpen = createStore(false)

/** The outbox `seq` of the rejected change whose two versions are open for comparison; null for none. */
export const decidedSeq = createStore<number | null>(null)
