import { type PointerEvent as ReactPointerEvent, type RefObject, useRef } from 'react'

import { ignoreClick } from './ignore-click.ts'
import { useEvent } from './use-event.ts'
import { useUnmount } from './use-unmount.ts'
import { type Point, type ScrollEdges, createAutoScroll } from './auto-scroll.ts'
import { type Press, dragStep } from './drag-step.ts'

/** How long a finger must rest to lift an element, in ms. */
const REST_MS = 250

/** An element that a pointer can drag. */
export type Grip = {
  /** Whether a finger must rest before it drags; without resting it scrolls the page. */
  mustRest: boolean
  /** Starts the drag. Returns null if it can't start yet, and is then called again on later events. */
  lift: () => Lifted | null
}

/** A drag in progress. `drop` or `cancel` ends it. */
export type Lifted = {
  /** Called when the pointer moves or something scrolls under it. */
  move: (at: Point) => void
  drop: () => void
  cancel: () => void
  /** Returns the edges that scroll while the pointer is near them. Called after each move. */
  edges: (at: Point) => ScrollEdges | null
}

/**
 * Returns the `onPointerDown` handler of a surface whose elements can be dragged by mouse, pen and touch.
 * @param grab returns the pressed element; null if nothing can be dragged
 */
export function useDrag(surface: RefObject<HTMLElement | null>, grab: (press: PointerEvent) => Grip | null) {
  const stop = useRef(nothing)
  // Safari can prevent a touch from scrolling only if a listener existed before it started.
  useEvent(surface, ['touchmove'], nothing, { passive: false })
  useUnmount(() => stop.current())
  return ({ nativeEvent: press }: ReactPointerEvent) => {
    if (!surface.current || !press.isPrimary || press.button !== 0) return
    const grip = grab(press)
    if (grip) stop.current = followPointer(surface.current, press, grip)
  }
}

/** All events that affect a pointer gesture. */
const EVENTS = [
  'pointermove',
  'pointerup',
  'pointercancel',
  'pointerdown',
  'keydown',
  'resize',
  'visibilitychange',
  'scroll',
  'contextmenu',
  'dragstart',
]

/** Follows a pressed pointer until it drops or cancels. Returns a function that cancels it. */
function followPointer(surface: HTMLElement, down: PointerEvent, grip: Grip): () => void {
  const { pointerId, pointerType, clientX: x, clientY: y } = down
  const isMouse = pointerType === 'mouse'
  const press: Press = { pointerId, x, y, mustRest: grip.mustRest && !isMouse, isLifted: false }
  const scroll = createAutoScroll(press)
  const over = new AbortController()
  let lifted: Lifted | null = null
  let at: Point | null = null
  let timer: ReturnType<typeof setTimeout> | undefined

  const lift = () => {
    lifted = grip.lift()
    if (!lifted) return rest()
    clearTimeout(timer)
    press.isLifted = true
    ignoreClick()
    capture(surface, pointerId)
  }
  const rest = () => {
    if (press.mustRest) timer = setTimeout(lift, REST_MS)
  }
  const move = (to: Point) => {
    at = to
    lifted?.move(to)
    scroll.follow(to, lifted?.edges(to) ?? null)
  }
  const end = () => {
    over.abort()
    clearTimeout(timer)
    scroll.stop()
  }
  const cancel = () => {
    if (over.signal.aborted) return
    end()
    lifted?.cancel()
  }
  const drop = (to: Point) => {
    const last = at ?? press
    if (to.x !== last.x || to.y !== last.y) move(to)
    end()
    lifted?.drop()
  }

  const onEvent = (event: Event) => {
    const step = dragStep(press, event)
    // Otherwise Escape would also end a selection or close an open line.
    if (event.type === 'keydown' && step === 'cancel' && press.isLifted) event.stopPropagation()
    if (step === 'lift') lift()
    else if (step === 'move') move(pointOf(event))
    else if (step === 'drop') drop(pointOf(event))
    else if (step === 'cancel') cancel()
    else if (event.type === 'scroll' && at) move(at)
    else if (event.type === 'dragstart' || (event.type === 'contextmenu' && (press.isLifted || !isMouse)))
      event.preventDefault()
  }
  const { signal } = over
  for (const type of EVENTS) window.addEventListener(type, onEvent, { capture: true, signal })
  // Listens on the target, which gets touch events even after it is removed from the document.
  const stay = (event: Event) => press.isLifted && event.cancelable && event.preventDefault()
  down.target?.addEventListener('touchmove', stay, { passive: false, signal })
  rest()
  return cancel
}

function pointOf(event: Event): Point {
  const { clientX: x, clientY: y } = event as PointerEvent
  return { x, y }
}

/** Captures the pointer, so that nothing under it reacts. */
function capture(surface: HTMLElement, pointerId: number): void {
  try {
    surface.setPointerCapture(pointerId)
  } catch {
    // The pointer has already been released.
  }
}

function nothing(): void {
  // Nothing is pressed yet.
}
