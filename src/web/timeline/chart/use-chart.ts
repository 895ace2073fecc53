import { type VirtualItem, defaultRangeExtractor, useVirtualizer } from '@tanstack/react-virtual'
import { type RefObject, useCallback, useLayoutEffect, useRef, useState } from 'react'

import { type Scale, momentAt, positionOf, widthOf } from '../rules/scale.ts'
import { type Span, type TimelineItem, rowNear } from '../rules/items.ts'

import { withKept } from '../../ui/kept-rows.ts'
import { useLatest } from '../../ui/use-latest.ts'
import { type ChartSizes, HEADER_PX, ROW_PX, barPlace } from './chart-sizes.ts'
import { currentViewport, setViewport, writeViewport } from './viewport-store.ts'

/** Rows and columns rendered outside the box, for keys and fast scrolling. */
const ROWS_OVER = 6
const COLUMNS_OVER = 2
/** The assumed size of the box until it is measured, in px. */
const FIRST_RECT = { width: 1200, height: 600 }
/** The position of today, as a share of the box from the left. */
const TODAY_AT = 0.3
/** The margin between a revealed bar and the edge of the box, in px. */
const MARGIN_PX = 24

type Options = {
  items: readonly TimelineItem[]
  scale: Scale
  sizes: ChartSizes
  now: number
  /** The row with the focus, which stays in the document when it scrolls out of view. */
  keptRow: number
}

/** Returns the rows and columns to render, and commands that scroll the box. */
export function useChart(box: RefObject<HTMLDivElement | null>, options: Options) {
  const { items, scale, sizes, keptRow } = options
  const latest = useLatest(options)
  const [start] = useState(() => startOf(options))
  // oxlint-disable-next-line react/incompatible-library -- no compiler memoizes this hook
  const rows = useVirtualizer({
    count: items.length,
    getScrollElement: () => box.current,
    estimateSize: () => ROW_PX,
    paddingStart: HEADER_PX,
    overscan: ROWS_OVER,
    useFlushSync: false,
    initialRect: FIRST_RECT,
    initialOffset: start.top,
    rangeExtractor: useCallback(
      (range) => withKept(defaultRangeExtractor(range), [keptRow], range.count),
      [keptRow],
    ),
  })
  const columns = useVirtualizer({
    horizontal: true,
    count: scale.count,
    getScrollElement: () => box.current,
    estimateSize: useCallback(() => scale.columnWidth, [scale.columnWidth]),
    overscan: COLUMNS_OVER,
    useFlushSync: false,
    initialRect: FIRST_RECT,
    initialOffset: start.left,
  })

  // Restores the scroll position before the first paint.
  useLayoutEffect(() => {
    const { scale, sizes, now } = latest.current
    const seen = (box.current?.clientWidth ?? 0) - sizes.list
    const left = currentViewport().moment === null ? leftOfToday(scale, now, seen) : start.left
    box.current?.scrollTo({ left, top: start.top, behavior: 'instant' })
    setViewport({ anchor: null, moment: momentAt(scale, left), top: start.top })
    return writeViewport
  }, [box, start, latest])
  useSameMoment(box, scale)

  const onScroll = useCallback(() => {
    if (!box.current) return
    const { scrollLeft, scrollTop } = box.current
    setViewport({ moment: momentAt(latest.current.scale, scrollLeft), top: scrollTop })
  }, [box, latest])

  const commands = useCommands(box, latest)
  return {
    rows: rows.getVirtualItems(),
    columns: columns.getVirtualItems(),
    height: HEADER_PX + items.length * ROW_PX,
    width: sizes.list + widthOf(scale),
    onScroll,
    ...commands,
  }
}

function useCommands(box: RefObject<HTMLDivElement | null>, latest: RefObject<Options>) {
  const showToday = useCallback(() => {
    if (!box.current) return
    const { items, scale, now, sizes } = latest.current
    const seen = box.current.clientWidth - sizes.list
    const left = leftOfToday(scale, now, seen)
    const { scrollTop, clientHeight } = box.current
    const first = Math.floor(scrollTop / ROW_PX)
    const last = Math.floor((scrollTop + clientHeight - HEADER_PX) / ROW_PX)
    const isSeen = items.slice(first, last).some((item) => {
      const bar = barPlace(scale, item)
      return bar.left < left + seen && bar.left + bar.width > left
    })
    const top = isSeen ? scrollTop : rowNear(items, now) * ROW_PX
    box.current.scrollTo({ left, top })
  }, [box, latest])

  const turnPage = useCallback(
    (step: 1 | -1) => {
      if (!box.current) return
      const { scale, sizes } = latest.current
      const columns = Math.max(1, Math.floor((box.current.clientWidth - sizes.list) / scale.columnWidth))
      const at = Math.round(box.current.scrollLeft / scale.columnWidth)
      box.current.scrollTo({ left: (at + step * columns) * scale.columnWidth })
    },
    [box, latest],
  )

  /** Scrolls as little as possible to show the start or the end of a row's bar. */
  const reveal = useCallback(
    (row: number, span: Span | undefined = latest.current.items[row], edge: 'start' | 'end' = 'start') => {
      if (!box.current || !span) return
      const { scale, sizes } = latest.current
      const { scrollLeft, scrollTop, clientWidth, clientHeight } = box.current
      const { left, width } = barPlace(scale, span)
      const x = edge === 'start' ? left : left + width
      const seen = { width: clientWidth - sizes.list, height: clientHeight - HEADER_PX }
      box.current.scrollTo({
        left: nearest(x - MARGIN_PX, x + MARGIN_PX, scrollLeft, seen.width),
        top: nearest(row * ROW_PX, (row + 1) * ROW_PX, scrollTop, seen.height),
        behavior: 'instant',
      })
    },
    [box, latest],
  )
  /** Returns the current time if it is in view, else the middle of the view. */
  const anchor = useCallback(() => {
    if (!box.current) return null
    const { scale, sizes, now } = latest.current
    const seen = box.current.clientWidth - sizes.list
    const x = positionOf(scale, now) - box.current.scrollLeft
    if (x >= 0 && x <= seen) return { moment: now, x }
    return { moment: momentAt(scale, box.current.scrollLeft + seen / 2), x: seen / 2 }
  }, [box, latest])
  return { showToday, turnPage, reveal, anchor }
}

/** Returns the scroll position nearest to `scrolled` that shows all of `from` to `to`. */
function nearest(from: number, to: number, scrolled: number, length: number): number {
  if (from < scrolled) return from
  return to > scrolled + length ? to - length : scrolled
}

/** Keeps the same date at the left edge when the first year of the scale changes. */
function useSameMoment(box: RefObject<HTMLDivElement | null>, { first, columnWidth }: Scale): void {
  const before = useRef(first)
  useLayoutEffect(() => {
    if (before.current !== first) {
      box.current?.scrollBy({ left: (before.current - first) * columnWidth, behavior: 'instant' })
    }
    before.current = first
  }, [box, first, columnWidth])
}

function startOf({ items, scale, sizes, now }: Options): { left: number; top: number } {
  const { moment, top, anchor } = currentViewport()
  if (anchor) return { left: Math.max(0, positionOf(scale, anchor.moment) - anchor.x), top }
  if (moment !== null) return { left: positionOf(scale, moment), top }
  const seen = Math.min(window.innerWidth, FIRST_RECT.width) - sizes.list
  return { left: leftOfToday(scale, now, seen), top: rowNear(items, now) * ROW_PX }
}

/** Returns the scroll position that shows today, aligned to a column. */
function leftOfToday(scale: Scale, now: number, seen: number): number {
  const left = positionOf(scale, now) - seen * TODAY_AT
  return Math.max(0, Math.floor(left / scale.columnWidth) * scale.columnWidth)
}

export type Drawn = readonly VirtualItem[]
