import { type DraggableSyntheticListeners, useDraggable } from '@dnd-kit/core'
import { type Ref, useImperativeHandle } from 'react'

/** The drag library's one draggable thing. Which card it is, is settled when a drag may begin. */
export type GripHandle = {
  setCard: (card: HTMLElement) => void
  listeners: DraggableSyntheticListeners
}

/** Stands beside the board, not around it, for the reason given at `DropPlaces`. */
export function Grip({ ref }: { ref: Ref<GripHandle> }) {
  const { listeners, setNodeRef } = useDraggable({ id: 'card' })
  useImperativeHandle(ref, () => ({ setCard: setNodeRef, listeners }), [setNodeRef, listeners])
  return null
}
