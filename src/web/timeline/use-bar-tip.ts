import { type FocusEvent, type PointerEvent, type RefObject, useCallback, useEffect, useRef } from 'react'

import { taskOfBar } from './focus-bar.ts'
import { tipStore } from './tip-store.ts'

/** Those of every tooltip. Source: specification 9. */
const OPEN_DELAY_MS = 700
const SKIP_DELAY_MS = 300
/** Time to go from the bar to the tooltip, which stays while the pointer is in it. */
const LEAVE_MS = 120

/** Opens the tooltip of a bar under the pointer, or with the focus by key. Escape and scrolling close it. */
export function useBarTip(box: RefObject<HTMLDivElement | null>) {
  const timer = useRef<ReturnType<typeof setTimeout> | undefined>(undefined)
  const closedAt = useRef(-SKIP_DELAY_MS)

  const close = useCallback(() => {
    clearTimeout(timer.current)
    if (tipStore.get()) closedAt.current = performance.now()
    tipStore.close()
  }, [])
  const onPointerOver = (event: PointerEvent) => {
    const taskId = taskOfBar(event.target)
    if (taskId === null || event.pointerType !== 'mouse' || event.buttons > 0) return
    clearTimeout(timer.current)
    const isSoon = tipStore.get() !== null || performance.now() - closedAt.current < SKIP_DELAY_MS
    timer.current = setTimeout(() => tipStore.open(taskId), isSoon ? 0 : OPEN_DELAY_MS)
  }
  const onPointerOut = (event: PointerEvent) => {
    if (taskOfBar(event.target) === null || taskOfBar(event.relatedTarget) === taskOfBar(event.target)) return
    clearTimeout(timer.current)
    if (event.relatedTarget instanceof Element && event.relatedTarget.closest('[data-tip]')) return
    timer.current = setTimeout(close, LEAVE_MS)
  }
  useEffect(() => {
    const element = box.current
    const escape = (event: globalThis.KeyboardEvent) => {
      if (event.key === 'Escape') close()
    }
    document.addEventListener('keydown', escape)
    element?.addEventListener('scroll', close, { passive: true })
    return () => {
      document.removeEventListener('keydown', escape)
      element?.removeEventListener('scroll', close)
      clearTimeout(timer.current)
      tipStore.follow(null)
    }
  }, [box, close])
  return { onPointerOver, onPointerOut, onFocusCapture, onBlurCapture: close }
}

function onFocusCapture(event: FocusEvent): void {
  const taskId = taskOfBar(event.target)
  if (taskId !== null && event.target.matches(':focus-visible')) tipStore.open(taskId)
}
