import { useSyncExternalStore } from 'react'

import type { Span } from '#domain/timeline.ts'

/** How a bar is shown while it is changed and not saved yet. */
export type Preview = Span & { progress: number }

/** Bars by task, as they are shown while something is done to them. */
type Previews = ReadonlyMap<number, Preview>

const NONE: Previews = new Map()

/** One kind of previews, outside React: a step of a drag draws one bar anew, and not its ten thousand neighbours. */
function createPreviews() {
  let previews = NONE
  const listeners = new Set<() => void>()
  const subscribe = (listener: () => void) => {
    listeners.add(listener)
    return () => listeners.delete(listener)
  }
  const set = (next: Previews) => {
    if (next === previews) return
    previews = next
    for (const listener of listeners) listener()
  }
  return {
    get: () => previews,
    set,
    clear: () => set(NONE),
    useOf: (taskId: number) => useSyncExternalStore(subscribe, () => previews.get(taskId)),
    useAll: () => useSyncExternalStore(subscribe, () => previews),
  }
}

/** Bars that are dragged or moved by keys: they are shown there instead of at their place. */
export const heldBars = createPreviews()

/** Where bars would go if an offer was taken: drawn dashed beside the bars themselves. */
export const plannedBars = createPreviews()
