/** How near the edge of the box a drag scrolls it, in px, and how far in a frame at most. */
const EDGE_PX = 32
const STEP_PX = 16

/**
 * Scrolls the box sideways, frame by frame, while the pointer rests near one of its edges.
 * @param list how wide the list at its left is, in px
 * @param pointer where it is, and where the drag began, in px of the window
 * @param onStep called after each step, for the bar has moved under the pointer
 * @returns stops it
 */
export function scrollAtEdges(
  box: HTMLElement,
  list: number,
  { x, from }: { x: number; from: number },
  onStep: () => void,
): () => void {
  const { left, right } = box.getBoundingClientRect()
  const depth = Math.max(0, x - (right - EDGE_PX)) - Math.max(0, left + list + EDGE_PX - x)
  // A bar may be taken hold of near an edge: only the way towards it scrolls.
  if (depth === 0 || Math.sign(x - from) !== Math.sign(depth)) return nothing
  const px = Math.sign(depth) * Math.ceil((Math.min(EDGE_PX, Math.abs(depth)) / EDGE_PX) * STEP_PX)
  let frame = requestAnimationFrame(function run() {
    box.scrollLeft += px
    onStep()
    frame = requestAnimationFrame(run)
  })
  return () => cancelAnimationFrame(frame)
}

function nothing(): void {
  // There is nothing to stop.
}
