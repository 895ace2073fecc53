/** A point on the timeline, in px. */
export type Point = { x: number; y: number }

/** The position of a bar, in px. */
export type BarBox = { left: number; right: number; top: number; bottom: number }

/** Distances in px from a bar's end to its arrow, and from the arrow's last turn to the next bar. Source: design. */
const LEAVES_PX = 12
const ARRIVES_PX = 12
const ELBOW_PX = 5

/**
 * Returns the corners of the arrow from a bar to a dependent one. The arrow leaves shortly before the bar's end, goes
 * to the other row and enters from the left. If there is no room, it first goes back between the rows.
 * @param gap half the distance between the bars of adjacent rows, in px
 */
export function arrowRoute(from: BarBox, to: BarBox, gap: number): Point[] {
  const isDown = to.top >= from.top
  const x = Math.max((from.left + from.right) / 2, from.right - LEAVES_PX)
  const start = { x, y: isDown ? from.bottom : from.top }
  const y = (to.top + to.bottom) / 2
  const end = { x: to.left, y }
  if (to.left - x >= ELBOW_PX) return [start, { x, y }, end]
  const between = isDown ? to.top - gap : to.bottom + gap
  const back = to.left - ARRIVES_PX
  return [start, { x, y: between }, { x: back, y: between }, { x: back, y }, end]
}

/** Returns the corners as an SVG path with rounded elbows. */
export function roundedPath(points: readonly Point[], radius = ELBOW_PX): string {
  return points
    .map((point, index) => {
      const before = points[index - 1]
      const after = points[index + 1]
      if (!before) return `M${point.x} ${point.y}`
      if (!after) return `L${point.x} ${point.y}`
      const r = Math.min(radius, distance(before, point) / 2, distance(point, after) / 2)
      const into = towards(point, before, r)
      const out = towards(point, after, r)
      return `L${into.x} ${into.y}Q${point.x} ${point.y} ${out.x} ${out.y}`
    })
    .join('')
}

function distance(a: Point, b: Point): number {
  return Math.abs(a.x - b.x) + Math.abs(a.y - b.y)
}

/** Returns the point at a distance from one point toward another on the same row or column. */
function towards(from: Point, to: Point, px: number): Point {
  return { x: from.x + Math.sign(to.x - from.x) * px, y: from.y + Math.sign(to.y - from.y) * px }
}
