import type { Level } from '#domain/tasks/priority.ts'
import type { ShortTask } from '#domain/tasks/long-texts.ts'

import { createStore, useStore } from '../../state/store.ts'

/** The id of the element that describes all handles. */
export const DRAG_INSTRUCTIONS_ID = 'drag-instructions'

export type CardOnBoard = { task: ShortTask; card: HTMLElement }

export type Drag = CardOnBoard & {
  by: 'mouse' | 'touch' | 'keyboard'
  /** The level under the card. */
  over: Level | null
  /** The width of the lifted card, in px. */
  width: number
  /** Whether the drag has opened a different view. The board stays mounted underneath. */
  isAway?: boolean
}

type State = {
  drag: Drag | null
  /** The task with the ghost, which stays until the dropped card appears at its new position. */
  liftedId: number | null
  landing: Landing | null
  /** The last announcement, which the status pill also shows. */
  words: string
}

/** A dropped card that hasn't appeared at its new position yet. */
type Landing = { taskId: number; from: DOMRect; timer: ReturnType<typeof setTimeout> }

/** Lives outside React, so that a drag rerenders lanes but not cards. `drag-changes.ts`, which loads later, changes it. */
export const dragState = createStore<State>({ drag: null, liftedId: null, landing: null, words: '' })

export function currentDrag(): Drag | null {
  return dragState.get().drag
}

export function useCardDrag(): Drag | null {
  return useStore(dragState, ({ drag }) => drag)
}

export function useIsDragging(): boolean {
  return useStore(dragState, ({ drag }) => drag !== null)
}

export function useIsAway(): boolean | undefined {
  return useStore(dragState, ({ drag }) => drag?.isAway)
}

export function useIsLifted(taskId: number): boolean {
  return useStore(dragState, ({ liftedId }) => liftedId === taskId)
}

/** Returns where a card was dropped when it first appears at its new position; otherwise null. */
export function takeLanding(taskId: number): DOMRect | null {
  const { landing, liftedId, ...rest } = dragState.get()
  if (landing?.taskId !== taskId) return null
  clearTimeout(landing.timer)
  dragState.set({ ...rest, landing: null, liftedId: liftedId === taskId ? null : liftedId })
  return landing.from
}
