/** The `data-place` of the period menu's button, which is always on the page. */
export const PERIOD_FILTER = 'completed-period'

/** Focuses the filters after the focused element disappeared. */
export function focusCompletedFilters(): void {
  document.querySelector<HTMLElement>(`[data-place="${PERIOD_FILTER}"]`)?.focus()
}
