import type { Level } from '#domain/tasks/priority.ts'

import { type Drag, dragState, takeLanding } from './drag-store.ts'

/** The ghost becomes a card again if the dropped card hasn't appeared after this time. */
const LANDING_MS_MAX = 600

export function liftCard(drag: Drag, words: string): void {
  dragState.set({ ...dragState.get(), drag, liftedId: drag.task.id, words })
}

export function holdOver(over: Level | null, words: string): void {
  const { drag, ...rest } = dragState.get()
  if (drag) dragState.set({ ...rest, drag: { ...drag, over }, words })
}

export function putBack(words: string): void {
  dragState.set({ ...dragState.get(), drag: null, liftedId: null, words })
}

/** Ends a drag with a move. The ghost stays until the card appears at its new position. */
export function land(taskId: number, from: DOMRect, words: string): void {
  clearTimeout(dragState.get().landing?.timer)
  const timer = setTimeout(() => takeLanding(taskId), LANDING_MS_MAX)
  dragState.set({ drag: null, liftedId: taskId, landing: { taskId, from, timer }, words })
}
