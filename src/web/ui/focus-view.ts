/** Moves the focus to the view or dialog around an element that is about to disappear. */
export function focusView(inside: HTMLElement): void {
  const view = inside.closest<HTMLElement>('[role=tabpanel], [role=dialog], main')
  if (view && !view.hasAttribute('tabindex')) {
    view.tabIndex = -1
    // Otherwise a click beside a control would focus it.
    view.addEventListener('blur', () => view.removeAttribute('tabindex'), { once: true })
  }
  view?.focus({ preventScroll: true })
}

/** Returns a ref for an element that can disappear while it or its open menu has focus, which `pass` then moves. */
export const passFocus = (pass: (element: HTMLElement) => void) => (element: HTMLElement | null) => () => {
  const opener = element?.querySelector('[aria-expanded=true]')
  const menu = document.getElementById(opener?.getAttribute('aria-controls') ?? '')
  const hasFocus = [element, menu].some((part) => part?.contains(document.activeElement))
  if (element && hasFocus) pass(element)
}

/** A ref that moves the focus to the view or dialog. */
export const passFocusToView = passFocus(focusView)

/** Returns whether the focus is in a text field or a dialog and must stay there. */
export function usesFieldOrDialog(): boolean {
  return document.activeElement?.matches('input, textarea, [role=dialog], [role=dialog] *') ?? false
}

/** Returns a function that tells whether the user has begun to type or opened a dialog since this call. */
export function watchUser(): () => boolean {
  const action = new AbortController()
  const options = { capture: true, signal: action.signal }
  for (const type of ['keydown', 'pointerdown']) addEventListener(type, () => action.abort(), options)
  return () => action.signal.aborted && usesFieldOrDialog()
}
