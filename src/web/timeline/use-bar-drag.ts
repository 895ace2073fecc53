import { type MouseEvent, type PointerEvent, type RefObject, useCallback, useEffect, useRef } from 'react'

import { type Scale, positionOf } from '#domain/timeline-scale.ts'
import type { TimelineItem } from '#domain/timeline.ts'

import { useLatest } from '../use-latest.ts'
import { scrollAtEdges } from './auto-scroll.ts'
import { type Press, changeByDrag, isSameChange, partOf, previewOf } from './bar-press.ts'
import type { ChartSizes } from './chart-sizes.ts'
import { focusBar, taskOfBar } from './focus-bar.ts'
import { linkStore } from './link-store.ts'
import { heldBars } from './preview-store.ts'
import { type TimelineActions, useTimelineActions } from './timeline-actions.ts'
import { tipStore } from './tip-store.ts'

type Options = {
  items: readonly TimelineItem[]
  rowOf: (taskId: number) => number
  scale: Scale
  sizes: ChartSizes
}

/** A mouse that moves less is a click. A finger that moves farther before it has rested so long pans. */
const MOUSE_PX = 4
const FINGER_PX = 8
const HOLD_MS = 250

/**
 * Dragging by mouse and finger: a bar, its ends, its progress, and the dot from which a dependency is drawn. A finger
 * rests first; the handles, which show on a bar that was touched so, are dragged at once.
 */
export function useBarDrag(box: RefObject<HTMLDivElement | null>, options: Options) {
  const actions = useTimelineActions()
  const latest = useLatest(options)
  const press = useRef<Press | null>(null)
  const wasDragged = useRef(false)
  const cancel = useCallback(() => {
    if (!press.current) return
    letGo(press)
    heldBars.clear()
  }, [])
  useDragListeners(box, press, cancel)

  const itemAt = (target: EventTarget) => {
    const taskId = taskOfBar(target)
    return taskId === null ? undefined : latest.current.items[latest.current.rowOf(taskId)]
  }
  const move = (x: number, y: number) => carry(box.current, press.current, latest.current, actions, { x, y })

  const onPointerDown = (event: PointerEvent<HTMLDivElement>) => {
    const item = itemAt(event.target)
    wasDragged.current = false
    if (!item || event.button !== 0 || press.current) return
    const { pointerId, pointerType, clientX: x, clientY: y } = event
    const part = partOf(event.target, item)
    const scrolled = box.current?.scrollLeft ?? 0
    press.current = { pointerId, item, part, x, y, scrolled, isLifted: false, change: null }
    if (pointerType !== 'mouse' && part === 'move')
      press.current.timer = setTimeout(() => lift(box.current, press.current), HOLD_MS)
  }
  const onPointerMove = (event: PointerEvent<HTMLDivElement>) => {
    const held = press.current
    if (!held || held.pointerId !== event.pointerId) return
    const { clientX: x, clientY: y } = event
    if (!held.isLifted) {
      const moved = Math.hypot(x - held.x, y - held.y)
      const waits = held.timer !== undefined
      if (waits && moved > FINGER_PX) return letGo(press)
      if (waits || moved < MOUSE_PX) return
      lift(box.current, held)
    }
    move(x, y)
    held.stopScroll?.()
    if (box.current)
      held.stopScroll = scrollAtEdges(box.current, latest.current.sizes.list, { x, from: held.x }, () =>
        move(x, y),
      )
  }
  const onPointerUp = (event: PointerEvent<HTMLDivElement>) => {
    const held = press.current
    if (!held || held.pointerId !== event.pointerId) return
    // A finger that has only rested chose the bar, and did not click it.
    wasDragged.current = held.isLifted
    const to = linkStore.get()?.to
    letGo(press)
    if (!held.isLifted) return
    if (held.part === 'link' && to) actions.link(held.item, to)
    else if (held.change) actions.change(held.item, held.change)
  }
  const onClick = (event: MouseEvent) => {
    const item = itemAt(event.target)
    // Not what came of a drag, nor the click that the Enter key makes of itself.
    if (item && !wasDragged.current && event.detail > 0) actions.edit(item)
  }
  const onContextMenu = (event: MouseEvent) => press.current?.timer !== undefined && event.preventDefault()
  return { onPointerDown, onPointerMove, onPointerUp, onPointerCancel: cancel, onClick, onContextMenu }
}

function letGo(press: RefObject<Press | null>): void {
  clearTimeout(press.current?.timer)
  press.current?.stopScroll?.()
  press.current = null
  linkStore.set(null)
  tipStore.follow(null)
}

/** From here on the bar goes with the pointer, also when that leaves the box. */
function lift(box: HTMLElement | null, held: Press | null): void {
  if (!box || !held) return
  held.isLifted = true
  tipStore.close()
  focusBar(held.item.task.id)
  try {
    box.setPointerCapture(held.pointerId)
  } catch {
    // The pointer is up already.
  }
}

/** Escape puts a bar back, and a finger that carries one does not pan, which React listens for without a say. */
function useDragListeners(
  box: RefObject<HTMLDivElement | null>,
  press: RefObject<Press | null>,
  cancel: () => void,
): void {
  useEffect(() => {
    const escape = (event: globalThis.KeyboardEvent) => {
      if (event.key === 'Escape') cancel()
    }
    const stay = (event: TouchEvent) => {
      if (press.current?.isLifted && event.cancelable) event.preventDefault()
    }
    const element = box.current
    document.addEventListener('keydown', escape)
    element?.addEventListener('touchmove', stay, { passive: false })
    return () => {
      document.removeEventListener('keydown', escape)
      element?.removeEventListener('touchmove', stay)
      cancel()
    }
  }, [box, press, cancel])
}

type At = { x: number; y: number }

/** Shows a bar, or the line of a new dependency, as the pointer has carried it. */
function carry(
  box: HTMLElement | null,
  held: Press | null,
  options: Options,
  actions: TimelineActions,
  at: At,
): void {
  if (!box || !held) return
  const { item, part } = held
  if (part === 'link') return drawLink(box, item, options, actions, at)
  const change = changeByDrag(item, part, at.x - held.x + box.scrollLeft - held.scrolled, options.scale)
  if (isSameChange(change, held.change)) return
  held.change = change
  heldBars.set(new Map([[item.task.id, previewOf(item, change)]]))
  tipStore.follow(item.task.id)
}

/** Shows the line of a new dependency, and whether the bar under the pointer can be its end. */
function drawLink(
  box: HTMLElement,
  from: TimelineItem,
  { scale, sizes, rowOf }: Options,
  { itemOf, faultOfLink }: TimelineActions,
  { x, y }: At,
): void {
  const { left, top } = box.getBoundingClientRect()
  const overId = taskOfBar(document.elementFromPoint(x, y))
  const to = overId === null || overId === from.task.id ? undefined : itemOf(overId)
  linkStore.set({
    start: { x: positionOf(scale, from.end), row: rowOf(from.task.id) },
    at: { x: x - left + box.scrollLeft - sizes.list, y: y - top + box.scrollTop },
    to: to ?? null,
    fault: to ? faultOfLink(from, to) : null,
  })
}
