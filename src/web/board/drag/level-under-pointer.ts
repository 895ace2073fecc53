import type { CollisionDetection, DroppableContainer, Modifier } from '@dnd-kit/core'

import type { Level } from '#domain/priority.ts'

import { currentDrag } from './drag-store.ts'

/** What can be dropped on: a rung of the rail, or a band. */
export type DropPlace = { level: Level; place: 'rung' | 'band' }

/** Bands are caught this far outside their edges, so that no gap between two of them is nobody's. */
const REACH_PX = 10

/**
 * The level a carried card is held over. Places are measured where they are now: lanes grow and the page scrolls
 * during a drag, and twenty rectangles cost less than keeping track of that.
 */
export const levelUnderPointer: CollisionDetection = ({ droppableContainers, pointerCoordinates }) => {
  railUnderPointer = null
  const found = pointerCoordinates
    ? placeAt(droppableContainers, pointerCoordinates)
    : placeOfLevel(droppableContainers, currentDrag()?.over)
  return found ? [{ id: found.id }] : []
}

/** Whether the pointer is on the rail: the page then stands still, so that a rung can be aimed at. */
export function isOnRail(): boolean {
  return railUnderPointer !== null
}

/** Moves the lifted card off the rail while the pointer is on it: the rung that is aimed at stays in sight. */
export const keepRailInSight: Modifier = ({ transform, draggingNodeRect }) => {
  if (!railUnderPointer || !draggingNodeRect) return transform
  const { left, top, width } = draggingNodeRect
  if (!isStrip(railUnderPointer)) return { ...transform, x: railUnderPointer.right + GAP_PX - left }
  const x = Math.max(GAP_PX, Math.min(left + transform.x, window.innerWidth - width - GAP_PX))
  const y = Math.max(railUnderPointer.bottom + GAP_PX, top + transform.y)
  return { ...transform, x: x - left, y: y - top }
}

const GAP_PX = 8

let railUnderPointer: DOMRect | null = null

/** On a phone the rail lies across the page. */
function isStrip(rail: DOMRect): boolean {
  return rail.width > rail.height
}

function placeAt(
  places: DroppableContainer[],
  point: { x: number; y: number },
): DroppableContainer | undefined {
  const rungs = places.filter((container) => placeOf(container)?.place === 'rung')
  const rail = rungs[0]?.node.current?.closest('nav')?.getBoundingClientRect()
  if (rail && isInside(rail, point, 0)) {
    railUnderPointer = rail
    return rungs.find((rung) => isOver(rung, point, 2))
  }
  // Bands scroll under the strip and the header above it.
  if (rail && isStrip(rail) && point.y < rail.bottom) return undefined
  return places.find(
    (container) => placeOf(container)?.place === 'band' && isOver(container, point, REACH_PX),
  )
}

/** A level without a band is carried to by its rung. */
function placeOfLevel(places: DroppableContainer[], level: Level | null | undefined) {
  const ofLevel = places.filter((container) => placeOf(container)?.level === level)
  return ofLevel.find((container) => placeOf(container)?.place === 'band') ?? ofLevel[0]
}

function placeOf(container: DroppableContainer): DropPlace | undefined {
  return container.data.current as DropPlace | undefined
}

function isOver(container: DroppableContainer, point: { x: number; y: number }, reach: number): boolean {
  const node = container.node.current
  return node !== null && isInside(node.getBoundingClientRect(), point, reach)
}

function isInside(rect: DOMRect, { x, y }: { x: number; y: number }, reach: number): boolean {
  return x >= rect.left && x <= rect.right && y >= rect.top - reach && y <= rect.bottom + reach
}
