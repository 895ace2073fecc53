import { type MouseEvent, type PointerEvent, useRef } from 'react'

import { ignoreClick } from './ignore-click.ts'
import { useUnmount } from './use-unmount.ts'

const LONG_PRESS_MS = 500
/** How far a resting finger may move, in px. */
const REST_PX = 8

/** Returns handlers that call `onLong` after a single finger rests on the element. */
export function useLongPress(onLong: () => void) {
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  const start = useRef({ x: 0, y: 0 })
  const cancel = () => clearTimeout(timer.current)
  useUnmount(cancel)
  const run = () => {
    ignoreClick()
    onLong()
  }
  return {
    onPointerDown: (event: PointerEvent<HTMLElement>) => {
      const { pointerType, isPrimary, target, currentTarget, clientX: x, clientY: y } = event
      cancel()
      start.current = { x, y }
      const button = target instanceof Element && target.closest('button')
      const isHere = !button || button === currentTarget
      if (pointerType === 'touch' && isPrimary && isHere) timer.current = setTimeout(run, LONG_PRESS_MS)
    },
    onPointerMove: ({ clientX, clientY }: PointerEvent<HTMLElement>) => {
      if (Math.hypot(clientX - start.current.x, clientY - start.current.y) > REST_PX) cancel()
    },
    onPointerUp: cancel,
    onPointerCancel: cancel,
    onPointerLeave: cancel,
    onContextMenu: (event: MouseEvent) => {
      if ((event.nativeEvent as globalThis.PointerEvent).pointerType === 'touch') event.preventDefault()
    },
  }
}
