/** The `data-place` of the first filter of the open tasks, which is always on their page. */
export const CATEGORY_FILTER = 'category-filter'
/** The `data-place` of the first filter of the completed tasks, which is always on their page. */
export const PERIOD_FILTER = 'completed-period'

/** Focuses a filter after the focused element disappeared, or from a button that disappears when it clears a filter. */
export function focusFilter(place: string): void {
  document.querySelector<HTMLElement>(`[data-place="${place}"]`)?.focus()
}
