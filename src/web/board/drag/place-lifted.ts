import type { Level } from '#domain/tasks/priority.ts'

import type { Point } from '../../ui/auto-scroll.ts'
import type { Drag } from './drag-store.ts'

/** The maximum width of a lifted card, in px, so that it doesn't cover the lane. */
const WIDTH_MAX = 640
const PHONE_WIDTH_MAX = 300
const PHONE_BELOW = 640

/** How far a card that is moved with the keyboard is from the corner of its drop slot, whose text stays visible, in px. */
const OFFSET = 27
const PHONE_OFFSET = 16
const EDGE = 8
/** The distance of a card from the pointer in another view, in px. */
const BESIDE = 12
/** The height of the status pill's area, in px. */
const PILL = 72
const PHONE_PILL = 108

type LiftedPlace = Pick<Drag, 'by' | 'width'> & { left: number }

/**
 * Returns the position of a lifted card, which is narrower than its lane and stays under the pointer.
 * @param press null if the card is lifted with the keyboard
 */
export function placeLifted(card: HTMLElement, press: PointerEvent | null): LiftedPlace {
  const rect = card.getBoundingClientRect()
  const width = Math.min(rect.width, isPhone() ? PHONE_WIDTH_MAX : WIDTH_MAX)
  if (!press) return { by: 'keyboard', left: rect.right - width, width }
  const by = press.pointerType === 'mouse' ? 'mouse' : 'touch'
  const left = press.clientX - ((press.clientX - rect.left) * width) / rect.width
  return { by, left, width }
}

/** Returns a position below the pointer, or above it near the status pill, so that the card doesn't cover the target. */
export function placeBeside({ x, y }: Point, { width, height }: DOMRect): Point {
  const below = y + BESIDE
  const lowest = window.innerHeight - height - (isPhone() ? PHONE_PILL : PILL)
  return {
    x: clamp(x + BESIDE, EDGE, window.innerWidth - width - EDGE),
    y: below <= lowest ? below : Math.min(y - BESIDE - height, lowest),
  }
}

/** Scrolls to a level's drop slot. Returns the position of a lifted card of this size at the slot. */
export function placeAtLevel(level: Level, { width, height }: DOMRect): Point {
  const band = document.getElementById(`level-${level}`)
  const target = band?.querySelector('.drop-slot') ?? band?.querySelector('.lane')
  if (!target) return besideRung(level, { width, height })
  target.scrollIntoView({ block: 'nearest', behavior: 'instant' })
  const rect = target.getBoundingClientRect()
  const offset = isPhone() ? PHONE_OFFSET : OFFSET
  return inView({ x: rect.right - offset - width, y: rect.top + offset }, { width, height })
}

function besideRung(level: Level, size: { width: number; height: number }) {
  const rung = document.querySelector(`[data-rung="${level}"]`)?.getBoundingClientRect()
  if (!rung) return inView({ x: EDGE, y: 0 }, size)
  if (isPhone()) return inView({ x: rung.left - size.width / 2, y: rung.bottom + 2 * EDGE }, size)
  return inView({ x: rung.right + EDGE, y: rung.top + (rung.height - size.height) / 2 }, size)
}

function inView({ x, y }: Point, size: { width: number; height: number }) {
  return {
    x: clamp(x, EDGE, window.innerWidth - size.width - EDGE),
    y: clamp(y, EDGE, window.innerHeight - size.height - PILL),
  }
}

function clamp(value: number, min: number, max: number): number {
  return Math.max(min, Math.min(value, max))
}

function isPhone(): boolean {
  return window.innerWidth < PHONE_BELOW
}
