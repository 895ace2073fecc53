/** The font of a bar's label. */
const FONT = '600 12px "Inter Variable", system-ui, sans-serif'
/** How many widths are remembered: more than are ever on a screen. */
const REMEMBERED_MAX = 2000

const widths = new Map<string, number>()
let context: CanvasRenderingContext2D | null | undefined

/** How wide a label is, in px, to decide whether it fits into its bar. */
export function textWidth(text: string): number {
  const known = widths.get(text)
  if (known !== undefined) return known
  context ??= document.createElement('canvas').getContext('2d')
  if (!context) return Number.POSITIVE_INFINITY
  context.font = FONT
  const { width } = context.measureText(text)
  if (widths.size >= REMEMBERED_MAX) widths.clear()
  widths.set(text, width)
  return width
}
