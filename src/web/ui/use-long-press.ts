import { type MouseEvent, type PointerEvent, useRef } from 'react'

import { ignoreClick } from './ignore-click.ts'

const LONG_PRESS_MS = 500

/** Returns handlers that call `onLong` after a finger rests on the element. Scrolling cancels the long press. */
export function useLongPress(onLong: () => void) {
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  const cancel = () => clearTimeout(timer.current)
  const run = () => {
    ignoreClick()
    onLong()
  }
  return {
    onPointerDown: ({ pointerType, target, currentTarget }: PointerEvent<HTMLElement>) => {
      cancel()
      const button = target instanceof Element && target.closest('button')
      const isHere = !button || button === currentTarget
      if (pointerType === 'touch' && isHere) timer.current = setTimeout(run, LONG_PRESS_MS)
    },
    onPointerUp: cancel,
    onPointerCancel: cancel,
    onPointerLeave: cancel,
    onContextMenu: (event: MouseEvent) => {
      if ((event.nativeEvent as globalThis.PointerEvent).pointerType === 'touch') event.preventDefault()
    },
  }
}
