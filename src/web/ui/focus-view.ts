/** Moves the focus to the view around an element that is about to disappear. */
export function focusView(inside: HTMLElement): void {
  inside.closest<HTMLElement>('[role=tabpanel]')?.focus({ preventScroll: true })
}
