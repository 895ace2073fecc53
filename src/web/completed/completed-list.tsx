import { type VirtualItem, defaultRangeExtractor, useWindowVirtualizer } from '@tanstack/react-virtual'
import { useCallback, useEffect, useMemo, useRef } from 'react'

import type { Amount, CompletedDay } from './completed-days.ts'
import type { Task } from '#domain/tasks/task.ts'

import { withKept } from '../ui/kept-rows.ts'
import { NARROW, useMediaQuery } from '../ui/use-media-query.ts'
import { useLatest } from '../ui/use-latest.ts'
import { CompletedDaySection, type DayRow } from './completed-day.tsx'
import { type ListItem, toListItems } from './list-items.ts'
import { MoreRows } from './more-rows.tsx'
import { useFocusedRow } from './use-focused-row.ts'
import { useTopOnPage } from '../ui/use-top-on-page.ts'

type Props = {
  days: readonly CompletedDay[]
  /** The totals of the last day if more of its tasks may follow; null while unknown. */
  lastAmount: Amount | null
  hasMore: boolean
  /** Whether the next page can be requested now. */
  canLoad: boolean
  /** Why the next page failed to load. */
  fault: string | null
  onMore: () => void
  onRetry: () => void
  today: Temporal.PlainDate
  zone: string
  /** `openerGone` focuses a nearby row if the task's own row is gone. */
  onEdit: (task: Task, openerGone: () => void) => void
}

/** The completed tasks by day. Renders only the rows near the viewport. */
export function CompletedList(props: Props) {
  const { days, hasMore, canLoad, today, zone } = props
  const list = useRef<HTMLDivElement>(null)
  const isWide = !useMediaQuery(NARROW)
  const { items, headings } = useMemo(() => toListItems(days, hasMore), [days, hasMore])
  const focused = useFocusedRow(list, items)
  const kept = focused.index < 0 ? [] : [focused.index - 1, focused.index, focused.index + 1]
  // oxlint-disable-next-line react/incompatible-library -- no compiler memoizes this component
  const virtualizer = useWindowVirtualizer<HTMLElement>({
    count: items.length,
    estimateSize: (index) => estimateHeight(items[index], isWide),
    getItemKey: useCallback((index) => keyOf(items[index], isWide), [items, isWide]),
    scrollMargin: useTopOnPage(list),
    overscan: OVERSCAN,
    rangeExtractor: (range) => withKept(defaultRangeExtractor(range), kept, range.count),
  })

  const isNearEnd = (virtualizer.range?.endIndex ?? 0) >= items.length - AHEAD
  const onMore = useLatest(props.onMore)
  // Whether the end is near depends on the scroll position, which only the browser knows.
  useEffect(() => {
    if (isNearEnd && canLoad) onMore.current()
  }, [isNearEnd, canLoad, onMore])

  const onEdit = useLatest(props.onEdit)
  const focusNear = useLatest(focused.focusNear)
  const edit = useCallback(
    (task: Task) => onEdit.current(task, () => focusNear.current()),
    [onEdit, focusNear],
  )

  const drawn = virtualizer.getVirtualItems()
  const height = virtualizer.getTotalSize()
  // Read after the two calls above, which update the virtualizer.
  const { measurementsCache, measureElement } = virtualizer
  const topOf = (index: number) => {
    const item = measurementsCache[index]
    return item ? item.start - virtualizer.options.scrollMargin : height
  }
  const rowsByDay = Map.groupBy(drawn, ({ index }) => dayIndexOf(items[index]))
  const more = items.at(-1)?.kind === 'more' ? items.length - 1 : null
  return (
    <div ref={list} onFocus={focused.onFocus} className="relative" style={{ height }}>
      {[...rowsByDay].map(([dayIndex, rows]) => {
        const day = days[dayIndex]
        const heading = headings[dayIndex]
        if (!day || heading === undefined) return null
        const isWhole = dayIndex < days.length - 1 || !hasMore
        return (
          <CompletedDaySection
            key={day.day.toString()}
            day={day}
            amount={isWhole ? day : props.lastAmount}
            isFirst={dayIndex === 0}
            headingIndex={heading}
            top={topOf(heading)}
            bottom={topOf(headings[dayIndex + 1] ?? more ?? items.length)}
            rows={rows.flatMap((row) => toRow(row, items[row.index], topOf(row.index)))}
            measure={measureElement}
            measuresHeading={!isWide}
            today={today}
            zone={zone}
            onEdit={edit}
          />
        )
      })}
      {more !== null && drawn.at(-1)?.index === more && (
        <div
          ref={measureElement}
          data-index={more}
          className="absolute inset-x-0 sm:left-36 lg:left-54"
          style={{ top: topOf(more) }}
        >
          <MoreRows fault={props.fault} onRetry={props.onRetry} />
        </div>
      )}
    </div>
  )
}

/** Estimated heights until rows are measured, in px. */
const HEIGHTS: Record<ListItem['kind'], number> = { day: 64, task: 62, more: 200 }
/** On wide screens the heading is beside the tasks, with space above them and a line between days. */
const SPACE_OVER_TASKS = 24
const LINE_OVER_DAY = 1
/** Rows rendered outside the viewport, for the keyboard and fast scrolling. */
const OVERSCAN = 8
/** How many rows before the end the next page starts loading: about two screens. */
const AHEAD = 30

function estimateHeight(item: ListItem | undefined, isWide: boolean): number {
  if (!item) return 0
  if (item.kind !== 'day' || !isWide) return HEIGHTS[item.kind]
  return item.dayIndex === 0 ? SPACE_OVER_TASKS : SPACE_OVER_TASKS + LINE_OVER_DAY
}

/** Returns the key under which a height is cached. A heading takes up height only on narrow screens. */
function keyOf(item: ListItem | undefined, isWide: boolean): string | number {
  if (!item) return ''
  return item.kind === 'day' && isWide ? `wide ${item.key}` : item.key
}

function dayIndexOf(item: ListItem | undefined): number {
  return item && item.kind !== 'more' ? item.dayIndex : -1
}

function toRow({ index }: VirtualItem, item: ListItem | undefined, top: number): DayRow[] {
  return item?.kind === 'task' ? [{ index, top, task: item.task, place: item.place }] : []
}
