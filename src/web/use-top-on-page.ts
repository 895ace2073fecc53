import { type RefObject, useLayoutEffect, useState } from 'react'

/** How far down the page an element begins, in px. What is over it may wrap when the window changes. */
export function useTopOnPage(element: RefObject<HTMLElement | null>): number {
  const [top, setTop] = useState(0)
  useLayoutEffect(() => {
    const measure = () => {
      if (element.current) setTop(Math.round(element.current.getBoundingClientRect().top + window.scrollY))
    }
    measure()
    // The page gets another height with everything over the element.
    const observer = new ResizeObserver(measure)
    observer.observe(document.body)
    return () => observer.disconnect()
  }, [element])
  return top
}
