import type { Level } from '#domain/priority.ts'

import type { Drag } from './drag-store.ts'

/** The widest a lifted card is, in pixels: what lies under it stays in sight. */
const WIDTH_MAX = 640
const PHONE_WIDTH_MAX = 300
const PHONE_BELOW = 640

/** How far a card carried by keys stands from the corner of where it would land, so that the words there show. */
const OFFSET = 27
const PHONE_OFFSET = 16
const EDGE = 8
/** Kept free at the bottom for the status pill. */
const PILL = 72

/** Where a card that is picked up is lifted: narrower than its lane, and still under the pointer. */
export function placeLifted(card: HTMLElement, picked: Event): Pick<Drag, 'by' | 'left' | 'width'> {
  const rect = card.getBoundingClientRect()
  const width = Math.min(rect.width, isPhone() ? PHONE_WIDTH_MAX : WIDTH_MAX)
  if (picked instanceof KeyboardEvent) return { by: 'keyboard', left: rect.right - width, width }
  const by = 'touches' in picked ? 'touch' : 'mouse'
  const x = pointerX(picked) ?? rect.right
  return { by, left: x - ((x - rect.left) * width) / rect.width, width }
}

/** Scrolls to where a card would land on a level and answers where the lifted card of this size is to stand there. */
export function placeAtLevel(level: Level, { width, height }: DOMRect): { left: number; top: number } {
  const band = document.getElementById(`level-${level}`)
  const target = band?.querySelector('.drop-slot') ?? band?.querySelector('.lane')
  if (!target) return besideRung(level, { width, height })
  target.scrollIntoView({ block: 'nearest', behavior: 'instant' })
  const rect = target.getBoundingClientRect()
  const offset = isPhone() ? PHONE_OFFSET : OFFSET
  return inView({ left: rect.right - offset - width, top: rect.top + offset }, { width, height })
}

function besideRung(level: Level, size: { width: number; height: number }) {
  const rung = document.querySelector(`[data-rung="${level}"]`)?.getBoundingClientRect()
  if (!rung) return inView({ left: EDGE, top: 0 }, size)
  if (isPhone()) return inView({ left: rung.left - size.width / 2, top: rung.bottom + 2 * EDGE }, size)
  return inView({ left: rung.right + EDGE, top: rung.top + (rung.height - size.height) / 2 }, size)
}

function inView(place: { left: number; top: number }, size: { width: number; height: number }) {
  return {
    left: clamp(place.left, EDGE, window.innerWidth - size.width - EDGE),
    top: clamp(place.top, EDGE, window.innerHeight - size.height - PILL),
  }
}

function clamp(value: number, min: number, max: number): number {
  return Math.max(min, Math.min(value, max))
}

function pointerX(event: Event): number | undefined {
  if ('touches' in event) return (event as TouchEvent).touches[0]?.clientX
  return (event as MouseEvent).clientX
}

function isPhone(): boolean {
  return window.innerWidth < PHONE_BELOW
}
