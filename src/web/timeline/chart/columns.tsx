import type { VirtualItem } from '@tanstack/react-virtual'
import { memo } from 'react'

import { type Scale, headerCell, isWeekend, positionOf, columnStart } from '../rules/scale.ts'

type Props = {
  columns: readonly VirtualItem[]
  scale: Scale
  /** Today's day number. */
  today: number
}

/** The headings of the columns. Hidden from screen readers, because each bar's name has its dates. */
export function HeaderCells({ columns, scale, today }: Props) {
  return columns.map(({ index }) => <HeaderCell key={index} {...columnOf(scale, index)} today={today} />)
}

function columnOf({ mode, first, columnWidth }: Scale, index: number) {
  return { mode, column: first + index, index, width: columnWidth }
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

export function ColumnLines({ columns, scale }: Omit<Props, 'today'>) {
  return columns.map(({ index }) => <ColumnLine key={index} {...columnOf(scale, index)} />)
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

export function NowLine({ scale, now }: { scale: Scale; now: number }) {
  return <span className="tl-now" style={{ left: positionOf(scale, now) }} />
}
