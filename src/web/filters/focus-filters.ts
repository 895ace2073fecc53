/** The `data-place` of the button that opens the category filter. It is always on the page. */
export const CATEGORY_FILTER = 'category-filter'

/** Focuses the filters. Call it from a button that disappears when it clears a filter. */
export function focusFilters(): void {
  document.querySelector<HTMLElement>(`[data-place="${CATEGORY_FILTER}"]`)?.focus()
}
