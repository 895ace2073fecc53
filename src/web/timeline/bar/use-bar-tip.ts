import { type FocusEvent, type PointerEvent, useCallback, useRef } from 'react'

import { useEvent } from '../../ui/use-event.ts'
import { useUnmount } from '../../ui/use-unmount.ts'
import { taskOfBar } from './focus-bar.ts'
import { tipStore } from './tip-store.ts'

/** The same delays as for all tooltips. Source: specification 9. */
const OPEN_DELAY_MS = 700
const SKIP_DELAY_MS = 300
/** Leaves time to move the pointer from the bar into the tooltip. */
const LEAVE_MS = 120

/** Opens the tooltip of a bar on hover and keyboard focus. Escape and scrolling close it. */
export function useBarTip() {
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
  useEvent(document, ['keydown'], ({ key }) => {
    if (key === 'Escape') close()
  })
  useUnmount(() => {
    clearTimeout(timer.current)
    tipStore.follow(null)
  })
  return { onPointerOver, onPointerOut, onFocusCapture, onBlurCapture: close, close }
}

function onFocusCapture(event: FocusEvent): void {
  const taskId = taskOfBar(event.target)
  if (taskId !== null && event.target.matches(':focus-visible')) tipStore.open(taskId)
}
