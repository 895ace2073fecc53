import { useMemo } from 'react'

import { createStore, useStore } from '../../state/store.ts'
import { createStoredValue } from '../../state/stored-value.ts'
import { TIMELINE_SIZES } from '../rules/scale.ts'
import type { ChartSizes } from './chart-sizes.ts'

/** The limits of the task column's width, in px. Source: design, 'Gestures without a picture'. */
export const LIST_MIN = 120
export const LIST_MAX = 480
/** The maximum on a phone, so that some of the bars stay in view. */
const NARROW_MAX = 240

const stored = createStoredValue<number | null>('tenfold:timeline-list', {
  parse: (text) => (text === null ? null : limited(Number(text))),
  format: (width) => (width === null ? null : String(width)),
  fallback: null,
})
const width = createStore(stored.read())

/** Returns the sizes of the chart, with the task column's width on this device. */
export function useChartSizes(isNarrow: boolean): ChartSizes {
  const chosen = useStore(width)
  return useMemo(() => {
    const sizes = isNarrow ? TIMELINE_SIZES.narrow : TIMELINE_SIZES.wide
    if (chosen === null) return sizes
    return { ...sizes, list: isNarrow ? Math.min(chosen, NARROW_MAX) : chosen }
  }, [chosen, isNarrow])
}

/** Sets the task column's width in px, within its limits; null restores the default. */
export function setListWidth(px: number | null): void {
  width.set(px === null ? null : limited(px))
}

export function keepListWidth(): void {
  stored.write(width.get())
}

function limited(px: number): number | null {
  return Number.isFinite(px) ? Math.round(Math.min(LIST_MAX, Math.max(LIST_MIN, px))) : null
}
