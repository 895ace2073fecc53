import { useRef } from 'react'
import { flushSync } from 'react-dom'

import { watchUser } from './focus-view.ts'

/**
 * Returns functions that check a form and show its errors.
 * @param id the form element, whose first invalid field gets focus; null if errors don't take focus
 */
export function useErrorFocus<Errors extends object>(
  id: string | null,
  wrong: Errors,
  set: { setIsTried: (isTried: true) => void; setRefused: (errors: Errors) => void },
) {
  const isBusy = useRef<() => boolean>(() => false)
  const show = (show: () => void, keepsFocus: boolean) =>
    id === null || keepsFocus ? show() : showErrors(document.getElementById(id), show)
  return {
    /** Returns whether the form can be sent. If not, shows all errors and focuses the first invalid field. */
    check: () => {
      const isValid = Object.keys(wrong).length === 0
      if (isValid) isBusy.current = watchUser()
      else show(() => set.setIsTried(true), false)
      return isValid
    },
    /** Shows the server's errors. Focuses the first invalid field, unless the user has continued typing. */
    refuse: (errors: Errors) => show(() => set.setRefused(errors), isBusy.current()),
  }
}

/** Shows errors by calling `show`, and focuses the first invalid field of their form. */
export function showErrors(form: Element | null, show: () => void): void {
  flushSync(show)
  const first = form?.querySelector<HTMLElement>('[aria-invalid="true"]')
  // The error is below the field and should also be visible.
  first?.scrollIntoView({ block: 'center' })
  first?.focus({ preventScroll: true })
}
