import { type PointerEvent, useRef } from 'react'

/** How far a finger moves before a tap becomes a slide or a scroll, in px. */
const MOVE_MIN = 8

type Touch<V> = { id: number; x: number; y: number; value: V; isSlide: boolean }

/**
 * Returns handlers for the element around a slider, so that a touch changes the slider only by a tap or a sideways move.
 * Scrolling over it would otherwise change its value.
 * @param valueAt returns the value at a share of the element's width, from 0 to 1
 */
export function useTouchSlide<V>(value: V, valueAt: (share: number) => V, onChange: (value: V) => void) {
  const touch = useRef<Touch<V> | null>(null)
  const choose = ({ clientX, currentTarget }: PointerEvent) => {
    const { left, width } = currentTarget.getBoundingClientRect()
    onChange(valueAt(Math.min(Math.max((clientX - left) / width, 0), 1)))
  }
  return {
    onPointerDownCapture: (event: PointerEvent) => {
      const { pointerType, isPrimary, pointerId: id, clientX: x, clientY: y } = event
      if (pointerType !== 'touch') return
      event.stopPropagation()
      if (isPrimary) touch.current = { id, x, y, value, isSlide: false }
    },
    onPointerMoveCapture: (event: PointerEvent) => {
      const { current } = touch
      if (event.pointerType === 'touch') event.stopPropagation()
      if (current?.id !== event.pointerId) return
      const x = Math.abs(event.clientX - current.x)
      current.isSlide ||= x > MOVE_MIN && x > Math.abs(event.clientY - current.y)
      if (current.isSlide) choose(event)
    },
    onPointerUpCapture: (event: PointerEvent) => {
      const { current } = touch
      if (current?.id !== event.pointerId) return
      touch.current = null
      if (current.isSlide || Math.abs(event.clientY - current.y) <= MOVE_MIN) choose(event)
    },
    onPointerCancelCapture: () => {
      const { current } = touch
      touch.current = null
      if (current?.isSlide) onChange(current.value)
    },
  }
}
