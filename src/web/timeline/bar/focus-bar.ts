export function barElement(taskId: number): HTMLElement | null {
  return document.querySelector(`[data-bar="${taskId}"]`)
}

/** Focuses a bar without scrolling. Returns false if it isn't in the document. */
export function focusBar(taskId: number): boolean {
  const bar = barElement(taskId)
  bar?.focus({ preventScroll: true })
  return bar !== null
}

export function taskOfBar(target: EventTarget | null): number | null {
  const bar = target instanceof Element ? target.closest('[data-bar]') : null
  return bar ? Number(bar.getAttribute('data-bar')) : null
}
