import { createStore } from '../../state/store.ts'
import type { TimelineItem } from '../rules/items.ts'

/** A dependency being drawn from the end of a bar to the pointer. `to` is the bar under the pointer. */
export type DrawnLink = {
  /** `x` is in px from the left end of the scale. */
  start: { x: number; row: number }
  at: { x: number; y: number }
  to: TimelineItem | null
  /** Why `to` can't depend on the first bar. */
  fault: string | null
}

export const linkStore = createStore<DrawnLink | null>(null)
