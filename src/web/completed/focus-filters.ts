/** The id of the button that opens the periods: it stands whatever is shown. */
export const PERIOD_FILTER_ID = 'completed-period'

/** Puts the focus on the filters, for something that is gone once it has been used. */
export function focusCompletedFilters(): void {
  document.getElementById(PERIOD_FILTER_ID)?.focus()
}
