import { type RefObject, useEffect } from 'react'

import { createStore, useStore } from '../state/store.ts'

/** The height of the header, in px. */
const HEADER_PX = 48

/** Whether the page is scrolled far enough that the header covers the original position of the tabs. */
const scrolled = createStore(false)
/** The width of the tabs in the header, in px. */
export const tabsWidth = createStore(0)

/** Returns whether the header covers the original position of the tabs, which then move into it. */
export function useIsScrolled(): boolean {
  return useStore(scrolled)
}

/** Follows the scroll position and the width of the tabs. */
export function useScrolledPast(place: RefObject<Element | null>, tabs: RefObject<HTMLElement | null>): void {
  useEffect(() => {
    if (!place.current || !tabs.current) return
    const observer = new IntersectionObserver(
      ([entry]) => entry && scrolled.set(entry.boundingClientRect.top < HEADER_PX),
      { rootMargin: `-${HEADER_PX}px 0px 0px`, threshold: [0, 1] },
    )
    observer.observe(place.current)
    const sizes = new ResizeObserver(() => tabsWidth.set(tabs.current?.offsetWidth ?? 0))
    sizes.observe(tabs.current)
    return () => {
      observer.disconnect()
      sizes.disconnect()
      scrolled.set(false)
    }
  }, [place, tabs])
}
