import { completeItem } from '../../complete/words.ts'
import { durationOf, easingOf } from '../../ui/motion.ts'
import { type CardOnBoard, currentDrag } from '../drag/drag-store.ts'

/** How far a finger moves before it either swipes or scrolls, in px. */
const START_PX = 12
/** The distance from the screen's edge, in px, within which a swipe is the system's own, such as Back. */
const EDGE_PX = 24
/** A swipe across this share of the card's width completes the task. */
const SHARE = 0.4
/** A swipe this fast, in px per ms, also completes the task, unless it is just a twitch. */
const FAST = 0.5
const FAST_PX_MIN = 48
const VIBRATION_MS = 10

/**
 * Follows a finger on a card. A swipe to the right uncovers a panel. On release, a fast swipe or one across 40% of the
 * width completes the task. A finger that scrolls or drags never swipes.
 */
export function followSwipe({ card }: CardOnBoard, press: PointerEvent, onSwiped: () => void): void {
  const { pointerId, clientX, clientY, timeStamp } = press
  const isZoomed = (visualViewport?.scale ?? 1) > 1
  // In a zoomed page, the finger scrolls sideways too.
  if (clientX < EDGE_PX || clientX > innerWidth - EDGE_PX || isZoomed) return
  const over = new AbortController()
  let panel: HTMLElement | null = null
  let px = 0

  const end = (isDone: boolean) => {
    over.abort()
    if (!panel) return
    springBack(card, panel, px)
    // A live update may have moved or removed the card, which then no longer shows that a release completes it.
    if (!isDone || !card.isConnected) return
    navigator.vibrate?.(VIBRATION_MS)
    onSwiped()
  }
  const onMove = (event: PointerEvent) => {
    const [x, y] = [event.clientX - clientX, event.clientY - clientY]
    if (!panel) {
      if (Math.hypot(x, y) < START_PX) return
      if (x <= Math.abs(y) || currentDrag()) return over.abort()
      panel = layPanel(card)
    }
    px = Math.max(0, x)
    card.style.transform = `translateX(${px}px)`
    panel.dataset['armed'] = String(isFar())
  }
  const isFar = () => px >= card.offsetWidth * SHARE
  const isFast = (at: number) => px >= FAST_PX_MIN && px / (at - timeStamp) >= FAST

  const onEvent = (event: Event) => {
    if (!(event instanceof PointerEvent)) return end(false)
    if (event.pointerId !== pointerId) return event.type === 'pointerdown' ? end(false) : undefined
    if (event.type === 'pointermove') onMove(event)
    else if (event.type !== 'pointerdown')
      end(event.type === 'pointerup' && (isFar() || isFast(event.timeStamp)))
  }
  const options = { capture: true, signal: over.signal }
  for (const type of ['pointerdown', 'pointermove', 'pointerup', 'pointercancel', 'resize'])
    window.addEventListener(type, onEvent, options)
}

/** Puts the panel under a card, which uncovers the panel as it moves. */
function layPanel(card: HTMLElement): HTMLElement {
  const lane = card.closest<HTMLElement>('.lane') ?? card
  const [from, to] = [lane.getBoundingClientRect(), card.getBoundingClientRect()]
  const panel = document.createElement('div')
  panel.className = 'swipe-panel'
  panel.ariaHidden = 'true'
  panel.textContent = completeItem
  const place = { left: to.left - from.left, top: to.top - from.top, width: to.width, height: to.height }
  for (const [name, px] of Object.entries(place)) panel.style.setProperty(name, `${px}px`)
  lane.prepend(panel)
  card.dataset['swiped'] = ''
  return panel
}

function springBack(card: HTMLElement, panel: HTMLElement, px: number): void {
  card.style.removeProperty('transform')
  const back = card.animate([{ transform: `translateX(${px}px)` }, { transform: 'none' }], {
    duration: durationOf(card, '--d-2'),
    easing: easingOf(card, '--e-move'),
  })
  const clear = () => {
    panel.remove()
    delete card.dataset['swiped']
  }
  back.finished.then(clear, clear)
}
