/** A position in the window, in px. */
export type Point = { x: number; y: number }

export type ScrollEdges = {
  box: Element
  axis: 'x' | 'y'
  /** The start and end of the visible part, in px of the window. */
  from: number
  to: number
  /** The distance from an edge at which scrolling starts, in px. */
  reach: number
  /** The speed at the edge, in px per second. Scrolling is slower farther from the edge. */
  speed: number
}

/** The maximum frame time for computing a scroll step, in ms. */
const FRAME_MS_MAX = 50

/**
 * Returns how fast to scroll, in px per second; negative is toward the start. A drag that begins near an edge scrolls only
 * after it has moved toward that edge.
 * @param reached the lowest and the highest pointer position in this drag
 */
export function scrollSpeed(
  { from, to, reach, speed }: Omit<ScrollEdges, 'box' | 'axis'>,
  at: number,
  reached: { min: number; max: number },
): number {
  const depth = Math.max(0, at - (to - reach)) - Math.max(0, from + reach - at)
  const isToward = depth > 0 ? at > reached.min : at < reached.max
  return isToward ? Math.max(-1, Math.min(1, depth / reach)) * speed : 0
}

/** Creates the auto-scrolling for one drag. Scrolling continues frame by frame while the pointer rests near an edge. */
export function createAutoScroll(start: Point) {
  const reached = { x: { min: start.x, max: start.x }, y: { min: start.y, max: start.y } }
  let edges: ScrollEdges | null = null
  let speed = 0
  let frame = 0
  let last = 0

  const scroll = (now: number) => {
    frame = 0
    if (!edges || speed === 0) return
    const ms = Math.max(0, Math.min(FRAME_MS_MAX, now - last))
    // Browsers drop fractions of a pixel.
    const px = Math.sign(speed) * Math.ceil((Math.abs(speed) * ms) / 1000)
    edges.box.scrollBy({ [edges.axis === 'x' ? 'left' : 'top']: px, behavior: 'instant' })
    goOn(now)
  }
  const goOn = (now: number) => {
    if (frame !== 0) return
    last = now
    frame = requestAnimationFrame(scroll)
  }
  return {
    /** Scrolls according to the pointer position; does nothing without edges. */
    follow: (at: Point, next: ScrollEdges | null) => {
      for (const axis of ['x', 'y'] as const) {
        const { min, max } = reached[axis]
        reached[axis] = { min: Math.min(min, at[axis]), max: Math.max(max, at[axis]) }
      }
      edges = next
      speed = edges ? scrollSpeed(edges, at[edges.axis], reached[edges.axis]) : 0
      if (speed !== 0) goOn(performance.now())
    },
    stop: () => {
      edges = null
    },
  }
}
