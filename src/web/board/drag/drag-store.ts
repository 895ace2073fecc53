import { useSyncExternalStore } from 'react'

import type { Level } from '#domain/priority.ts'
import type { Task } from '#domain/task.ts'

/** A card that is being carried over the board. */
export type Drag = {
  task: Task
  by: 'mouse' | 'touch' | 'keyboard'
  /** The level the card is held over. */
  over: Level | null
  /** What is said of it, spoken and shown. */
  status: string
  /** The lifted card's left edge at the pick-up, and its width, in pixels of the viewport. */
  left: number
  width: number
}

type State = {
  drag: Drag | null
  /** The card that is drawn as a ghost: from the pick-up until it stands at its new place. */
  liftedId: number | null
}

/** A drop whose card does not stand at its new place yet, and where it was let go. */
type Landing = { taskId: number; from: DOMRect; timer: ReturnType<typeof setTimeout> }

/** How long a dropped card may take to appear at its new level before its ghost is a card again. */
const LANDING_MS_MAX = 600

let state: State = { drag: null, liftedId: null }
let landing: Landing | null = null
const listeners = new Set<() => void>()

/** The state of the drag is kept outside React, so that carrying a card draws the lanes anew and no card. */
export function currentDrag(): Drag | null {
  return state.drag
}

export function useDrag(): Drag | null {
  return useSyncExternalStore(subscribe, currentDrag)
}

export function useIsDragging(): boolean {
  return useSyncExternalStore(subscribe, () => state.drag !== null)
}

export function useIsLifted(taskId: number): boolean {
  return useSyncExternalStore(subscribe, () => state.liftedId === taskId)
}

export function liftCard(drag: Drag): void {
  set({ drag, liftedId: drag.task.id })
}

export function holdOver(over: Level | null, status: string): void {
  if (state.drag) set({ ...state, drag: { ...state.drag, over, status } })
}

/** Ends the drag; the card stands where it stood. */
export function putBack(): void {
  set({ drag: null, liftedId: null })
}

/** Ends the drag of a card that moves: its ghost stays until it stands at its new place. */
export function land(taskId: number, from: DOMRect): void {
  if (landing) clearTimeout(landing.timer)
  landing = { taskId, from, timer: setTimeout(() => takeLanding(taskId), LANDING_MS_MAX) }
  set({ drag: null, liftedId: taskId })
}

/** Where a card that now stands at its new place was let go; null when it was not dropped just now. */
export function takeLanding(taskId: number): DOMRect | null {
  if (landing?.taskId !== taskId) return null
  const { from, timer } = landing
  clearTimeout(timer)
  landing = null
  if (state.liftedId === taskId) set({ ...state, liftedId: null })
  return from
}

function set(next: State): void {
  state = next
  for (const listener of listeners) listener()
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}
