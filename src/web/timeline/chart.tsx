import './timeline.css'

import { type Ref, useImperativeHandle, useMemo, useRef, useState } from 'react'

import type { CriticalPath } from '#domain/critical-path.ts'
import { dayNumber } from '#domain/day-number.ts'
import { type Scale, type TimelineMode, makeScale, rangeOf } from '#domain/timeline-scale.ts'
import type { Links } from '#domain/timeline-plan.ts'
import type { TimelineItem } from '#domain/timeline.ts'

import { Arrows } from './arrows.tsx'
import { BarRow } from './bar-row.tsx'
import { BarTip } from './bar-tip.tsx'
import type { ChartSizes } from './chart-sizes.ts'
import { ColumnLines, HeaderCells, NowLine } from './columns.tsx'
import { COLUMN_HEADER, GRID_ROW } from './grid-roles.ts'
import { LinkLine } from './link-line.tsx'
import type { Anchor } from './place-store.ts'
import { useBarDrag } from './use-bar-drag.ts'
import { useBarKeys } from './use-bar-keys.ts'
import { useBarTip } from './use-bar-tip.ts'
import { useChart } from './use-chart.ts'
import { useNow } from './use-now.ts'

/** What the buttons over the chart ask of it. */
export type ChartHandle = {
  /** What stays where it is when the zoom changes. */
  anchor: () => Anchor | null

  showToday: () => void
  turnPage: (step: 1 | -1) => void
  show: (taskId: number) => void
}

type Props = {
  ref: Ref<ChartHandle>
  items: readonly TimelineItem[]
  links: Links
  path: CriticalPath | null
  mode: TimelineMode
  sizes: ChartSizes
  today: Temporal.PlainDate
  /** How high the box may become, as a length of CSS. */
  height: string
}

/** The border of the box, and room for a scroll bar. */
const EDGES_PX = 18

/** The rows and columns of one zoom. Of however many there are, only those near its box are in the document. */
export function Chart({ ref, items, links, path, mode, sizes, today, height }: Props) {
  const box = useRef<HTMLDivElement>(null)
  const now = useNow(today)
  const day = dayNumber(today)
  const columnWidth = sizes.columns[mode]
  const { from, to } = useMemo(() => rangeOf(items, day), [items, day])
  const scale: Scale = useMemo(
    () => makeScale(mode, columnWidth, { from, to }),
    [mode, columnWidth, from, to],
  )
  const rowById = useMemo(() => new Map(items.map(({ task }, row) => [task.id, row])), [items])
  const critical = useMemo(() => new Set(path?.ids), [path])
  const [stop, setStop] = useState<number | null>(null)
  const stopRow = (stop !== null && rowById.get(stop)) || 0
  const chart = useChart(box, { items, scale, sizes, now, keptRow: stopRow })

  const rowOf = (taskId: number) => rowById.get(taskId) ?? -1
  const keys = useBarKeys({ items, rowOf, reveal: chart.reveal, onStop: setStop })
  const drag = useBarDrag(box, { items, rowOf, scale, sizes })
  const tip = useBarTip(box)
  useImperativeHandle(ref, () => ({
    anchor: chart.anchor,
    showToday: chart.showToday,
    turnPage: chart.turnPage,
    show: (taskId) => keys.goTo(rowOf(taskId)),
  }))

  const lengths = {
    '--list': `${sizes.list}px`,
    '--handle': `${sizes.handle}px`,
    '--column': `${columnWidth}px`,
  }
  return (
    <>
      <div
        ref={box}
        role="grid"
        tabIndex={-1}
        aria-label="Timeline"
        aria-rowcount={items.length + 1}
        aria-colcount={2}
        data-keep-scroll=""
        className="tl-box"
        style={{ ...lengths, height: `min(${chart.height + EDGES_PX}px, ${height})` }}
        onScroll={chart.onScroll}
        onKeyDown={keys.onKeyDown}
        onKeyUp={keys.onKeyUp}
        onFocus={keys.onFocus}
        onBlur={keys.onBlur}
        {...drag}
        {...tip}
      >
        <div
          role="presentation"
          className="relative flex min-h-full flex-col"
          style={{ width: chart.width, height: chart.height }}
        >
          <div {...GRID_ROW} aria-rowindex={1} className="tl-head">
            <div {...COLUMN_HEADER} className="tl-corner">
              Task
            </div>
            <div {...COLUMN_HEADER} className="relative flex-1">
              <span className="sr-only">Dates and progress</span>
              <HeaderCells columns={chart.columns} scale={scale} today={day} />
            </div>
          </div>
          <div aria-hidden className="tl-list" />
          <div aria-hidden className="tl-columns">
            <ColumnLines columns={chart.columns} scale={scale} />
          </div>
          <Arrows
            rows={chart.rows}
            items={items}
            links={links}
            rowOf={rowOf}
            scale={scale}
            critical={critical}
          />
          <div aria-hidden className="tl-columns">
            <NowLine scale={scale} now={now} />
          </div>
          {chart.rows.map(({ index }) => {
            const item = items[index]
            return (
              item && (
                <BarRow
                  key={item.task.id}
                  item={item}
                  index={index}
                  scale={scale}
                  today={today}
                  isTabStop={index === stopRow}
                  isCritical={critical.has(item.task.id)}
                />
              )
            )
          })}
          <LinkLine />
        </div>
      </div>
      <BarTip today={today} />
    </>
  )
}
