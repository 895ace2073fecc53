/** The id of the period menu's button, which is always on the page. */
export const PERIOD_FILTER_ID = 'completed-period'

/** Focuses the filters after the focused element disappeared. */
export function focusCompletedFilters(): void {
  document.getElementById(PERIOD_FILTER_ID)?.focus()
}
