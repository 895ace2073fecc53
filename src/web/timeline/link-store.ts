import { useSyncExternalStore } from 'react'

import type { TimelineItem } from '#domain/timeline.ts'

/** A dependency that is being drawn: from the end of a bar to the pointer, and the bar that is there. */
export type DrawnLink = {
  /** In px from the left end of the scale, and the number of the row. */
  start: { x: number; row: number }
  at: { x: number; y: number }
  to: TimelineItem | null
  /** Why it cannot end there. */
  fault: string | null
}

let link: DrawnLink | null = null
const listeners = new Set<() => void>()

export const linkStore = {
  get: () => link,
  set: (next: DrawnLink | null) => {
    if (next === link) return
    link = next
    for (const listener of listeners) listener()
  },
}

export function useDrawnLink(): DrawnLink | null {
  return useSyncExternalStore(subscribe, linkStore.get)
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}
