import { type ComponentProps, useLayoutEffect } from 'react'

/**
 * The backdrop of a dialog, which intercepts clicks and locks scrolling. Radix's overlay locks scrolling with a style
 * rule for the body, which makes the browser recalculate the styles of the whole page.
 */
export function Scrim({ open, className = '', ...rest }: ComponentProps<'div'> & { open: boolean }) {
  useLayoutEffect(() => (open ? lockScroll() : undefined), [open])
  return (
    <div
      {...rest}
      data-state={open ? 'open' : 'closed'}
      className={`fixed inset-0 z-40 bg-scrim data-[state=closed]:animate-fade-out data-[state=open]:animate-fade-in ${className}`}
    />
  )
}

let locks = 0

/**
 * Locks the page's scroll position and keeps its width where the scrollbar takes up space.
 * @returns a function that unlocks; the page can scroll once all locks are released
 */
function lockScroll(): () => void {
  const { style, clientWidth } = document.documentElement
  if (locks === 0) {
    if (window.innerWidth > clientWidth) style.scrollbarGutter = 'stable'
    style.overflow = 'hidden'
  }
  locks++
  return () => {
    locks--
    if (locks > 0) return
    style.overflow = ''
    style.scrollbarGutter = ''
  }
}
