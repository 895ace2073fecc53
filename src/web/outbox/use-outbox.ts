import { useSyncExternalStore } from 'react'

import { useStore } from '../state/store.ts'
import { EMPTY_OUTBOX, type OutboxState } from './outbox-state.ts'
import { currentOutbox } from './start.ts'

/** Returns the contents of this page's outbox; empty until it has opened, and without IndexedDB. */
export function useOutboxState(): OutboxState {
  const box = useStore(currentOutbox)
  return useSyncExternalStore(
    (listener) => box?.state.subscribe(listener) ?? (() => undefined),
    () => box?.state.get() ?? EMPTY_OUTBOX,
  )
}
