import { type PointerEvent, useRef } from 'react'

/** The distance before a touch becomes a swipe, in px. */
const START_PX = { touch: 10, other: 2 }

/**
 * Returns handlers for swiping an element to the right, which set `data-swipe` (move, cancel or end) and `--swipe-x`.
 * @param px the required distance in px
 */
export function useSwipe(px: number, onSwiped: () => void) {
  const press = useRef<{ x: number; y: number; isSwipe: boolean } | null>(null)

  const onPointerDown = ({ button, isPrimary, clientX: x, clientY: y }: PointerEvent<HTMLElement>) => {
    if (button === 0 && isPrimary) press.current = { x, y, isSwipe: false }
  }
  const onPointerMove = (event: PointerEvent<HTMLElement>) => {
    const { currentTarget: element, pointerId, pointerType, isPrimary } = event
    if (!press.current || !isPrimary) return
    const [x, y] = [event.clientX - press.current.x, event.clientY - press.current.y]
    if (!press.current.isSwipe) {
      const start = pointerType === 'touch' ? START_PX.touch : START_PX.other
      if (Math.max(Math.abs(x), Math.abs(y)) <= start) return
      if (x <= Math.abs(y)) {
        press.current = null
        return
      }
      press.current.isSwipe = true
      element.dataset['swipe'] = 'move'
      element.setPointerCapture(pointerId)
    }
    element.style.setProperty('--swipe-x', `${Math.max(0, x)}px`)
  }
  const onPointerUp = ({ currentTarget: element, clientX, isPrimary }: PointerEvent<HTMLElement>) => {
    if (!isPrimary) return
    const swipe = press.current
    press.current = null
    if (!swipe?.isSwipe) return
    const isFar = clientX - swipe.x > px
    element.dataset['swipe'] = isFar ? 'end' : 'cancel'
    if (isFar) onSwiped()
    else element.style.removeProperty('--swipe-x')
  }
  const onPointerCancel = ({ currentTarget: element }: PointerEvent<HTMLElement>) => {
    if (press.current?.isSwipe) element.dataset['swipe'] = 'cancel'
    element.style.removeProperty('--swipe-x')
    press.current = null
  }
  return { onPointerDown, onPointerMove, onPointerUp, onPointerCancel }
}
