import { useRef } from 'react'

import { focusView } from './focus-view.ts'
import { typeKeys } from './type-keys.ts'

const FOCUSABLE = 'a[href], button:enabled, input:enabled, select:enabled, textarea:enabled, [tabindex="0"]'

/**
 * Returns handlers for a modal without its own trigger. The handlers return focus on close: to the opener, else where
 * `openerGone` moves it, else near the opener. Radix returns focus only to its own trigger.
 * @param openerGone moves the focus if the opener is gone
 */
export function useReturnFocus(first: (content: HTMLElement) => HTMLElement | null, openerGone?: () => void) {
  /** The opener and its ancestors, innermost first. */
  const trail = useRef<HTMLElement[]>([])
  return {
    onOpenAutoFocus: (event: Event) => {
      trail.current = trailOf(document.activeElement)
      const target = event.currentTarget instanceof HTMLElement ? first(event.currentTarget) : null
      if (target) {
        event.preventDefault()
        target.focus()
      }
      // React can't render what is typed before it has rendered the dialog.
      queueMicrotask(typeKeys)
    },
    onCloseAutoFocus: (event: Event) => {
      event.preventDefault()
      // A key pressed right after closing may have opened a field.
      if (document.activeElement?.matches('input, textarea')) return
      const [opener] = trail.current
      if (opener?.checkVisibility()) {
        // A container that the user scrolls in both directions keeps its position.
        return opener.focus({ preventScroll: opener.closest('[data-keep-scroll]') !== null })
      }
      openerGone?.()
      if (document.activeElement === document.body) focusNear(trail.current)
    },
  }
}

function trailOf(opener: Element | null): HTMLElement[] {
  const trail: HTMLElement[] = []
  for (let element = opener; element && element !== document.body; element = element.parentElement) {
    if (element instanceof HTMLElement) trail.push(element)
  }
  return trail
}

/** Focuses the first control in the nearest element that is still visible, or the view if it has none. */
function focusNear(trail: readonly HTMLElement[]): void {
  const near = trail.find((element) => element.checkVisibility()) ?? document.querySelector('main')
  const all = near?.querySelectorAll<HTMLElement>(FOCUSABLE) ?? []
  const visible = [...all].filter((control) => control.checkVisibility())
  const first = visible.find(({ tabIndex }) => tabIndex >= 0) ?? visible[0]
  if (first) first.focus()
  else if (near) focusView(near)
}
