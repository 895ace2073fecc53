import { createStore, useStore } from '../../state/store.ts'

/** Matches `.tl-label` in timeline.css. */
const FONT = '600 12px "Inter Figures", "Inter Variable", system-ui, sans-serif'
/** The maximum number of cached widths. No screen shows this many labels. */
const CACHED_MAX = 2000

/** Replaced when a font is loaded, because every width changes. */
const widths = createStore(new Map<string, number>())
let context: CanvasRenderingContext2D | null | undefined

/** Returns the width of a label in px, to decide whether it fits in its bar. Measures again when a font is loaded. */
export function useTextWidth(text: string): number {
  return useStore(widths, (known) => textWidth(known, text))
}

document.fonts.addEventListener('loadingdone', () => widths.set(new Map()))

function textWidth(widths: Map<string, number>, text: string): number {
  const known = widths.get(text)
  if (known !== undefined) return known
  context ??= document.createElement('canvas').getContext('2d')
  if (!context) return Number.POSITIVE_INFINITY
  context.font = FONT
  const { width } = context.measureText(text)
  if (widths.size >= CACHED_MAX) widths.clear()
  widths.set(text, width)
  return width
}
