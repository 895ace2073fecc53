import { type Ref, useImperativeHandle, useLayoutEffect, useMemo, useRef, useState } from 'react'

import type { CriticalPath } from '../rules/critical-path.ts'
import { type Scale, type TimelineMode, makeScale, rangeOf } from '../rules/scale.ts'
import type { Links } from '../rules/plan.ts'
import type { TimelineItem } from '../rules/items.ts'

import { Arrows } from './arrows.tsx'
import { BarRow } from '../bar/bar-row.tsx'
import { BarTip } from '../bar/bar-tip.tsx'
import type { ChartSizes } from './chart-sizes.ts'
import { ColumnLines, HeaderCells, NowLine } from './columns.tsx'
import { COLUMN_HEADER, GRID_ROW } from './grid-roles.ts'
import { ListGrip } from './list-grip.tsx'
import { LinkLine } from '../links/link-line.tsx'
import type { Anchor } from './viewport-store.ts'
import { DropSpan } from '../bar/drop-span.tsx'
import { useIsAway } from '../../board/drag/drag-store.ts'
import { useBarDrag } from '../bar/use-bar-drag.ts'
import { useBarKeys } from '../bar/use-bar-keys.ts'
import { useBarTip } from '../bar/use-bar-tip.ts'
import { useCardDrop } from '../bar/use-card-drop.ts'
import { useChart } from './use-chart.ts'
import type { TaskSlack } from '../../slack/use-slack.ts'
import { passFocusToView } from '../../ui/focus-view.ts'
import { useNow } from './use-now.ts'
import * as words from '../words.ts'

/** The chart's commands for the buttons above it. */
export type ChartHandle = {
  /** Returns the moment that keeps its position when the zoom changes. */
  anchor: () => Anchor | null
  showToday: () => void
  turnPage: (step: 1 | -1) => void
  /** Focuses a task's bar, or the one at `row` if it is gone. */
  show: (taskId: number, row?: number) => void
}

type Props = {
  ref: Ref<ChartHandle>
  items: readonly TimelineItem[]
  links: Links
  path: CriticalPath | null
  slack: TaskSlack
  mode: TimelineMode
  sizes: ChartSizes
  today: Temporal.PlainDate
  /** The maximum height of the box, as a CSS length. */
  height: string
}

/** The box's borders and scroll bar, in px. */
const EDGES_PX = 18

/** The minimum height of the chart while a card can be dropped on it, in px. */
const DROP_PX = 300

/** The rows and columns of one zoom level. Only those in or near the box are in the document. */
export function Chart({ ref, items, links, path, slack, mode, sizes, today, height }: Props) {
  const box = useRef<HTMLDivElement>(null)
  const now = useNow()
  const day = Math.floor(now)
  const columnWidth = sizes.columns[mode]
  const { from, to } = useMemo(() => rangeOf(items, day), [items, day])
  const scale: Scale = useMemo(
    () => makeScale(mode, columnWidth, { from, to }),
    [mode, columnWidth, from, to],
  )
  const rowById = useMemo(() => new Map(items.map(({ task }, row) => [task.id, row])), [items])
  const critical = useMemo(() => new Set(path?.ids), [path])
  const { stopRow, onStop } = useTabStop(box, rowById)
  const chart = useChart(box, { items, scale, sizes, now, keptRow: stopRow })

  const rowOf = (taskId: number) => rowById.get(taskId) ?? -1
  const keys = useBarKeys({ items, rowOf, reveal: chart.reveal, onStop })
  const drag = useBarDrag(box, { items, rowOf, scale, sizes })
  useCardDrop(box, {
    scale,
    sizes,
    today,
    reveal: (taskId, span) => chart.reveal(Math.max(0, rowOf(taskId)), span),
  })
  const least = useIsAway() ? DROP_PX : 0
  const { close: closeTip, ...tip } = useBarTip()
  useImperativeHandle(ref, () => ({
    anchor: chart.anchor,
    showToday: chart.showToday,
    turnPage: chart.turnPage,
    show: (taskId, row = 0) => keys.goTo(rowById.get(taskId) ?? row),
  }))

  const lengths = {
    '--list': `${sizes.list}px`,
    '--handle': `${sizes.handle}px`,
    '--column': `${columnWidth}px`,
  }
  return (
    <>
      <div ref={passFocusToView} className="relative">
        <div
          ref={box}
          role="grid"
          tabIndex={-1}
          aria-label={words.timeline}
          aria-rowcount={items.length + 1}
          aria-colcount={2}
          data-keep-scroll=""
          className="tl-box"
          style={{ ...lengths, height: `min(${Math.max(chart.height, least) + EDGES_PX}px, ${height})` }}
          onScroll={() => {
            chart.onScroll()
            closeTip()
          }}
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
                {words.task}
              </div>
              <div {...COLUMN_HEADER} className="relative flex-1">
                <span className="sr-only">{words.datesAndProgress}</span>
                <HeaderCells columns={chart.columns} scale={scale} today={day} />
              </div>
            </div>
            <div aria-hidden className="tl-list" />
            <div aria-hidden className="tl-columns">
              <ColumnLines columns={chart.columns} scale={scale} />
              <DropSpan scale={scale} />
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
                    slack={slack.slackById.get(item.task.id)}
                    calendar={slack.calendar}
                  />
                )
              )
            })}
            <LinkLine />
          </div>
        </div>
        <ListGrip width={sizes.list} />
      </div>
      <BarTip today={today} />
    </>
  )
}

/**
 * Returns the row that Tab reaches, and a function that sets its task. If the focused bar is removed, the chart gets the
 * focus, not a neighbor: a key meant for the bar must not move another one.
 */
function useTabStop(box: { current: HTMLElement | null }, rowById: ReadonlyMap<number, number>) {
  const [stop, setStop] = useState<number | null>(null)
  const isGone = stop !== null && !rowById.has(stop)
  useLayoutEffect(() => {
    if (!isGone) return
    if (document.activeElement === document.body) box.current?.focus({ preventScroll: true })
    // oxlint-disable-next-line react/set-state-in-effect
    setStop(null)
  }, [box, isGone])
  return { stopRow: (stop !== null && rowById.get(stop)) || 0, onStop: setStop }
}
