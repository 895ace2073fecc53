import type { VirtualItem } from '@tanstack/react-virtual'
import { memo } from 'react'

import { type Scale, headerCell, isWeekend, positionOf, columnStart } from '#domain/timeline-scale.ts'

type Props = {
  columns: readonly VirtualItem[]
  scale: Scale
  /** The number of the day it is. */
  today: number
}

/** The days, weeks or months over the chart. For the eye: each bar says its own dates. */
export function HeaderCells({ columns, scale, today }: Props) {
  return columns.map(({ index }) => (
    <HeaderCell
      key={index}
      mode={scale.mode}
      column={scale.first + index}
      index={index}
      width={scale.columnWidth}
      today={today}
    />
  ))
}

type HeaderCellProps = { mode: Scale['mode']; column: number; index: number; width: number; today: number }

const HeaderCell = memo(function HeaderCell({ mode, column, index, width, today }: HeaderCellProps) {
  const { over, main, isToday, isWeekend } = headerCell(mode, column, today)
  return (
    <span
      aria-hidden
      className={`tl-head-cell ${isToday ? 'is-today' : ''} ${isWeekend ? 'is-weekend' : ''} ${mode === 'day' ? '' : 'is-wide'}`}
      style={{ left: index * width, width }}
    >
      <span>{over}</span>
      <b>{main}</b>
    </span>
  )
})

/** The lines between the columns, and weekends, down all rows. */
export function ColumnLines({ columns, scale }: Omit<Props, 'today'>) {
  return columns.map(({ index }) => (
    <ColumnLine
      key={index}
      mode={scale.mode}
      column={scale.first + index}
      index={index}
      width={scale.columnWidth}
    />
  ))
}

const ColumnLine = memo(function ColumnLine({ mode, column, index, width }: Omit<HeaderCellProps, 'today'>) {
  const isDay = mode === 'day'
  const weekend = isDay && isWeekend(columnStart(mode, column))
  return (
    <span
      className={`tl-column ${weekend ? 'is-weekend' : ''} ${mode === 'week' ? 'has-weekend' : ''}`}
      style={{ left: index * width, width }}
    />
  )
})

/** The line of the present, at the hour. */
export function NowLine({ scale, now }: { scale: Scale; now: number }) {
  return <span className="tl-now" style={{ left: positionOf(scale, now) }} />
}
