import { TIMELINE_SIZES } from '#domain/timeline-scale.ts'
import type { Span } from '#domain/timeline.ts'
import type { BarBox } from '#domain/timeline-arrow.ts'
import { type Scale, positionOf } from '#domain/timeline-scale.ts'

/** Heights in px. A bar fills 75% of its row. Source: design, 'Timeline', and specification 9. */
export const HEADER_PX = 48
export const ROW_PX = 44
export const BAR_PX = 33
/** Above and below a bar. */
export const BAR_GAP_PX = (ROW_PX - BAR_PX) / 2
/** A bar is never narrower than can be seen and pressed. */
const BAR_WIDTH_MIN = 6

export type ChartSizes = (typeof TIMELINE_SIZES)[keyof typeof TIMELINE_SIZES]

/** Where a bar begins and how wide it is, in px from the left end of the scale. */
export function barPlace(scale: Scale, { start, end }: Span): { left: number; width: number } {
  const left = positionOf(scale, start)
  return { left, width: Math.max(BAR_WIDTH_MIN, positionOf(scale, end) - left) }
}

/** The place of the bar in a row, in px from the top of the first row. */
export function barBox(scale: Scale, span: Span, row: number): BarBox {
  const { left, width } = barPlace(scale, span)
  const top = row * ROW_PX + BAR_GAP_PX
  return { left, right: left + width, top, bottom: top + BAR_PX }
}
