/** Ignores the click that ends a drag or a long press, whatever is under the pointer by then. */
export function ignoreClick(): void {
  const pressed = new AbortController()
  const options = { capture: true, signal: pressed.signal }
  window.addEventListener('click', ignore, options)
  window.addEventListener('pointerdown', () => pressed.abort(), options)
}

function ignore(event: MouseEvent): void {
  // A click by keyboard has a `detail` of 0.
  if (event.detail === 0) return
  event.preventDefault()
  event.stopPropagation()
}
