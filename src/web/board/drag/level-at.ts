import { type Level, isLevel } from '#domain/tasks/priority.ts'

import type { Point } from '../../ui/auto-scroll.ts'

/** How far outside their edges bands accept drops, which covers the gaps between them. */
const REACH_PX = 10
const RUNG_REACH_PX = 2
const GAP_PX = 8

/**
 * Returns the level at a point, and the rail if the point is on it. Measures each time, because a drag resizes lanes and
 * scrolls the page.
 */
export function levelAt(point: Point): { level: Level | null; rail: DOMRect | null } {
  const rail = document.querySelector('nav.rail')?.getBoundingClientRect()
  if (rail && isInside(rail, point, 0)) return { level: levelOf('.rung', point, RUNG_REACH_PX), rail }
  // Bands scroll under the phone's strip and header.
  const isAboveBands = rail !== undefined && isStrip(rail) && point.y < rail.bottom
  return { level: isAboveBands ? null : levelOf('.band', point, REACH_PX), rail: null }
}

/** Returns a position beside the rail for the lifted card, so that it doesn't cover the rungs. */
export function besideRail(rail: DOMRect, { x, y }: Point, width: number): Point {
  if (!isStrip(rail)) return { x: rail.right + GAP_PX, y }
  return {
    x: Math.max(GAP_PX, Math.min(x, window.innerWidth - width - GAP_PX)),
    y: Math.max(rail.bottom + GAP_PX, y),
  }
}

/** Returns whether the rail is the phone's horizontal strip. */
function isStrip(rail: DOMRect): boolean {
  return rail.width > rail.height
}

function levelOf(selector: string, point: Point, reach: number): Level | null {
  const places = [...document.querySelectorAll<HTMLElement>(selector)]
  const found = places.find((place) => isInside(place.getBoundingClientRect(), point, reach))
  const level = Number(found?.dataset.rung ?? found?.dataset.level)
  return isLevel(level) ? level : null
}

function isInside(rect: DOMRect, { x, y }: Point, reach: number): boolean {
  return x >= rect.left && x <= rect.right && y >= rect.top - reach && y <= rect.bottom + reach
}
