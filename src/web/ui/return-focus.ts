import { useRef } from 'react'

/**
 * Handlers for a modal that no button of its own opens: they remember what had the focus when it opened and give
 * it back when it closes. Radix alone returns the focus only to its own trigger.
 * @param openerGone puts the focus somewhere else when what had it is gone
 */
export function useReturnFocus(first: (content: HTMLElement) => HTMLElement | null, openerGone?: () => void) {
  const opener = useRef<Element | null>(null)
  return {
    onOpenAutoFocus: (event: Event) => {
      opener.current = document.activeElement
      const target = event.currentTarget instanceof HTMLElement ? first(event.currentTarget) : null
      if (!target) return
      event.preventDefault()
      target.focus()
    },
    onCloseAutoFocus: (event: Event) => {
      event.preventDefault()
      if (opener.current instanceof HTMLElement && opener.current.isConnected) {
        // A box that is scrolled by hand in both directions shall stay where it is.
        const preventScroll = opener.current.closest('[data-keep-scroll]') !== null
        opener.current.focus({ preventScroll })
      } else openerGone?.()
    },
  }
}
