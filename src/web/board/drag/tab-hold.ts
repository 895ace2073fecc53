import type { Point } from '../../ui/auto-scroll.ts'

/** How long a card must be held over a tab to open its view, in ms. Source: design, 'Gestures without a picture'. */
const HOLD_MS = 400

/**
 * Tracks a card over the tabs of the views.
 * @param open called with the tab that the card was held over
 */
export function createTabHold(open: (tab: HTMLElement) => void) {
  let held: HTMLElement | null = null
  let timer: ReturnType<typeof setTimeout> | undefined
  const stop = () => {
    clearTimeout(timer)
    held = null
  }
  return {
    /** Returns the tab under the pointer if holding there opens its view. */
    follow: (at: Point) => {
      const tab = tabAt(at)
      if (tab === held) return tab
      stop()
      held = tab
      if (tab) timer = setTimeout(() => open(tab), HOLD_MS)
      return tab
    },
    stop,
  }
}

function tabAt({ x, y }: Point): HTMLElement | null {
  const tab = document.elementFromPoint(x, y)?.closest<HTMLElement>(TABS) ?? null
  return tab?.getAttribute('aria-selected') === 'true' ? null : tab
}

/** The views that accept cards. */
const TABS = '#tab-priority, #tab-timeline'
