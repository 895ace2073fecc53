import type { ShortTask } from '#domain/tasks/long-texts.ts'

import { createStore } from '../../state/store.ts'
import type { Point, ScrollEdges } from '../../ui/auto-scroll.ts'

/** A view that takes cards dragged from the board. */
export type DropTarget = {
  /** Shows where the card would go, and announces and returns the text for it. */
  hover: (task: ShortTask, at: Point) => string
  /** Moves the card by whole days from where it is, and announces the result. Returns the text, and where the card is on the screen. */
  step: (task: ShortTask, days: number) => { text: string; at: Point }
  /** Ends the drag: drops the card where it hovers, or cancels. Announces the result. */
  end: (task: ShortTask, isDropped: boolean) => void
  /** Returns the edges that scroll while the card is near them. */
  edges: (at: Point) => ScrollEdges | null
}

/** The view shown in place of the board, if it takes cards. */
export const dropTarget = createStore<DropTarget | null>(null)
