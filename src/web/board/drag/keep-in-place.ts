import { flushSync } from 'react-dom'

/** Renders a change, then scrolls so that `anchor` keeps its position on the screen. */
export function keepInPlace(anchor: HTMLElement, change: () => void): void {
  const before = anchor.getBoundingClientRect().top
  flushSync(change)
  const moved = anchor.getBoundingClientRect().top - before
  if (moved !== 0) window.scrollBy({ top: moved, behavior: 'instant' })
}
