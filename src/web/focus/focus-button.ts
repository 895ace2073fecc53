export const FOCUS_BUTTON_ID = 'focus-mode'

/** Moves the focus to the button that opens the focus bar's panel. */
export function focusFocusButton(): void {
  document.getElementById(FOCUS_BUTTON_ID)?.focus({ preventScroll: true })
}
