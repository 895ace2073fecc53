/**
 * Returns one of the design's durations in ms, 0 with reduced motion. The build writes '0.22s' for '220ms'.
 * @param name such as '--d-3'
 */
export function durationOf(element: Element, name: string): number {
  const text = getComputedStyle(element).getPropertyValue(name).trim()
  return (Number.parseFloat(text) || 0) * (text.endsWith('ms') ? 1 : 1000)
}

/** Returns one of the design's easings, such as '--e-move'. */
export function easingOf(element: Element, name: string): string {
  return getComputedStyle(element).getPropertyValue(name).trim() || 'ease'
}
