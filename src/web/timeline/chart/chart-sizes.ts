import type { Span } from '../rules/items.ts'
import type { BarBox } from '../rules/arrow.ts'
import { type Scale, TIMELINE_SIZES, positionOf } from '../rules/scale.ts'

/** Heights in px. A bar fills 75% of its row. Source: design, 'Timeline', and specification 9. */
export const HEADER_PX = 48
export const ROW_PX = 44
export const BAR_PX = 33
/** The gap above and below a bar, in px. */
export const BAR_GAP_PX = (ROW_PX - BAR_PX) / 2
/** The minimum width at which a bar can be seen and clicked, in px. */
const BAR_WIDTH_MIN = 6

type Sizes = (typeof TIMELINE_SIZES)[keyof typeof TIMELINE_SIZES]

/** `list` is the width of the task column, which people can change. */
export type ChartSizes = Omit<Sizes, 'list'> & { list: number }

/** Returns a bar's left edge and width, in px from the left end of the scale. */
export function barPlace(scale: Scale, { start, end }: Span): { left: number; width: number } {
  const left = positionOf(scale, start)
  return { left, width: Math.max(BAR_WIDTH_MIN, positionOf(scale, end) - left) }
}

/** Returns the box of a row's bar, in px from the top of the first row. */
export function barBox(scale: Scale, span: Span, row: number): BarBox {
  const { left, width } = barPlace(scale, span)
  const top = row * ROW_PX + BAR_GAP_PX
  return { left, right: left + width, top, bottom: top + BAR_PX }
}
