/** The id of the button that opens the categories: it stands whatever is filtered. */
export const CATEGORY_FILTER_ID = 'category-filter'

/** Puts the focus on the filters, for a button that is gone once it has cleared one. */
export function focusFilters(): void {
  document.getElementById(CATEGORY_FILTER_ID)?.focus()
}
