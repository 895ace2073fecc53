import { createStore, useStore } from '../../state/store.ts'
import type { Span } from '../rules/items.ts'

/** The dates and progress of a bar with an unsaved or suggested change. */
export type Preview = Span & { progress: number }

/** Previews by task id. */
type Previews = ReadonlyMap<number, Preview>

const NONE: Previews = new Map()

/** Creates a store outside React, so that each step of a drag renders one bar and not 10,000. */
function createPreviews() {
  const store = createStore(NONE)
  const { get, set } = store
  return {
    get,
    set,
    clear: () => set(NONE),
    hold: (taskId: number, preview: Preview) => set(new Map(get()).set(taskId, preview)),
    /** Removes the preview of a bar, unless a newer one has replaced `preview`. */
    release: (taskId: number, preview = get().get(taskId)) => {
      if (preview === undefined || get().get(taskId) !== preview) return
      set(new Map([...get()].filter(([id]) => id !== taskId)))
    },
    useOf: (taskId: number) => useStore(store, (previews) => previews.get(taskId)),
    useAll: () => useStore(store),
  }
}

/** Bars moved by drag or keys, held until the task list shows the new dates. */
export const heldBars = createPreviews()

/** The dates that an offer would move bars to, shown as dashed outlines. */
export const plannedBars = createPreviews()
