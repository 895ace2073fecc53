import type { ShortTask } from '#domain/tasks/long-texts.ts'

import { createStore } from '../../state/store.ts'
import type { Point, ScrollEdges } from '../../ui/auto-scroll.ts'

/** A view that accepts cards dragged from the board. */
export type DropTarget = {
  /** Previews where the card would go. Announces the preview and returns its text. */
  hover: (task: ShortTask, at: Point) => string
  /**
   * Moves the card by whole days from its current date. Announces the result, and returns its text and the card's
   * position on the screen.
   */
  step: (task: ShortTask, days: number) => { text: string; at: Point }
  /** Ends the drag: drops the card where it hovers, or cancels. Announces the result. */
  end: (task: ShortTask, isDropped: boolean) => void
  /** Returns the edges that scroll while the card is near them. */
  edges: (at: Point) => ScrollEdges | null
}

/** The view that replaces the board, if it accepts cards. */
export const dropTarget = createStore<DropTarget | null>(null)
