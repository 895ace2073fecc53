import { flushSync } from 'react-dom'

/** Draws a change of the page and scrolls by as much as it moved `anchor`, so that what is looked at does not jump. */
export function keepInPlace(anchor: HTMLElement, change: () => void): void {
  const before = anchor.getBoundingClientRect().top
  flushSync(change)
  const moved = anchor.getBoundingClientRect().top - before
  if (moved !== 0) window.scrollBy({ top: moved, behavior: 'instant' })
}
