import { type FocusEvent, type PointerEvent, useCallback, useRef } from 'react'

import { OPEN_DELAY_MS, SKIP_DELAY_MS } from '../../ui/tooltip-store.ts'
import { useEvent } from '../../ui/use-event.ts'
import { useUnmount } from '../../ui/use-unmount.ts'
import { taskOfBar } from './focus-bar.ts'
import { tipStore } from './tip-store.ts'

/** Leaves time to move the pointer from the bar into the tooltip. */
const LEAVE_MS = 120

/** Opens the tooltip of a bar on hover and keyboard focus, and marks its arrows. Escape and scrolling close it. */
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
    markArrows(taskId)
    const isSoon = tipStore.get() !== null || performance.now() - closedAt.current < SKIP_DELAY_MS
    timer.current = setTimeout(() => tipStore.open(taskId), isSoon ? 0 : OPEN_DELAY_MS)
  }
  const onPointerOut = (event: PointerEvent) => {
    if (taskOfBar(event.target) === null || taskOfBar(event.relatedTarget) === taskOfBar(event.target)) return
    clearTimeout(timer.current)
    markArrows(null)
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

/** Darkens the arrows that start or end at a bar. */
function markArrows(taskId: number | null): void {
  for (const arrow of document.querySelectorAll<SVGElement>('[data-ends]'))
    arrow.classList.toggle('is-near', arrow.dataset['ends']?.split(' ').includes(String(taskId)))
}

function onFocusCapture(event: FocusEvent): void {
  const taskId = taskOfBar(event.target)
  if (taskId !== null && event.target.matches(':focus-visible')) tipStore.open(taskId)
}
