/** The bar of a task, where it is in the document. */
export function barElement(taskId: number): HTMLElement | null {
  return document.querySelector(`[data-bar="${taskId}"]`)
}

/** Puts the focus on a bar without scrolling. False when it is not in the document. */
export function focusBar(taskId: number): boolean {
  const bar = barElement(taskId)
  bar?.focus({ preventScroll: true })
  return bar !== null
}

/** The task whose bar an element is, or is in; null for any other. */
export function taskOfBar(target: EventTarget | null): number | null {
  const bar = target instanceof Element ? target.closest('[data-bar]') : null
  return bar ? Number(bar.getAttribute('data-bar')) : null
}
