import { type ComponentProps, useLayoutEffect } from 'react'

/**
 * What lies between a dialog and the page: it takes presses, and the page does not scroll. Radix' own overlay writes a rule
 * about the body for that, and the browser then looks up the styles of everything on the page anew.
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
 * Keeps the page where it is, and its content as wide where a scroll bar takes room.
 * @returns what ends it; the last one lets the page scroll again
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
