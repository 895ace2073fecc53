/** A mouse press that moves less than this, in px, is a click. */
const MOUSE_PX = 5
/** A touch that moves farther than this, in px, before it rests is a scroll. */
const FINGER_PX = 8

export type Press = {
  pointerId: number
  /** The start position, in px of the window. */
  x: number
  y: number
  /** Whether the pointer must rest before it lifts the element, so that moving right away scrolls the page. */
  mustRest: boolean
  isLifted: boolean
}

export type DragStep = 'wait' | 'lift' | 'move' | 'drop' | 'cancel'

type DragEvent = Pick<Event, 'type'> &
  Partial<Pick<PointerEvent & KeyboardEvent, 'pointerId' | 'clientX' | 'clientY' | 'buttons' | 'key'>>

/** Returns the effect of an event on a pointer gesture. A second finger, Escape and a window change cancel it. */
export function dragStep(press: Press, event: DragEvent): DragStep {
  const isOwn = event.pointerId === press.pointerId
  switch (event.type) {
    case 'pointermove':
      return isOwn ? stepOfMove(press, event) : 'wait'
    case 'pointerup':
      if (!isOwn) return 'wait'
      return press.isLifted ? 'drop' : 'cancel'
    case 'pointercancel':
      return isOwn ? 'cancel' : 'wait'
    case 'keydown':
      return event.key === 'Escape' ? 'cancel' : 'wait'
    case 'pointerdown':
    case 'resize':
    case 'visibilitychange':
      return 'cancel'
    default:
      return 'wait'
  }
}

function stepOfMove({ x, y, mustRest, isLifted }: Press, event: DragEvent): DragStep {
  const { clientX = x, clientY = y, buttons } = event
  // The button was released outside the window.
  if (buttons === 0) return 'cancel'
  if (isLifted) return 'move'
  const moved = Math.hypot(clientX - x, clientY - y)
  if (mustRest) return moved > FINGER_PX ? 'cancel' : 'wait'
  return moved >= MOUSE_PX ? 'lift' : 'wait'
}
