import { useSyncExternalStore } from 'react'

import { useStore } from '../state/store.ts'
import { EMPTY_OUTBOX, type OutboxState } from './outbox-state.ts'
import { currentOutbox } from './start.ts'

/** Returns the contents of this page's outbox. Empty until the outbox opens, or if IndexedDB is unavailable. */
export function useOutboxState(): OutboxState {
  const box = useStore(currentOutbox)
  return useSyncExternalStore(
    (listener) => box?.state.subscribe(listener) ?? (() => undefined),
    () => box?.state.get() ?? EMPTY_OUTBOX,
  )
}
