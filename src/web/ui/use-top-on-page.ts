import { type RefObject, useLayoutEffect, useState } from 'react'

/**
 * Returns an element's distance from the top of the page, in px. Content above it can wrap when the window is resized.
 */
export function useTopOnPage(element: RefObject<HTMLElement | null>): number {
  const [top, setTop] = useState(0)
  useLayoutEffect(() => {
    const measure = () => {
      if (element.current) setTop(Math.round(element.current.getBoundingClientRect().top + window.scrollY))
    }
    measure()
    // Any change above the element changes the page's height.
    const observer = new ResizeObserver(measure)
    observer.observe(document.body)
    return () => observer.disconnect()
  }, [element])
  return top
}
