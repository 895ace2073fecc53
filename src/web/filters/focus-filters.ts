/** The id of the button that opens the category filter. It is always on the page. */
export const CATEGORY_FILTER_ID = 'category-filter'

/** Focuses the filters. Call it from a button that disappears when it clears a filter. */
export function focusFilters(): void {
  document.getElementById(CATEGORY_FILTER_ID)?.focus()
}
