import { memo } from 'react'

import type { Scale } from '#domain/timeline-scale.ts'
import type { TimelineItem } from '#domain/timeline.ts'

import { PriorityChip } from '../tasks/priority-chip.tsx'
import { Bar } from './bar.tsx'
import { HEADER_PX, ROW_PX } from './chart-sizes.ts'
import { focusBar } from './focus-bar.ts'
import { GRID_CELL, GRID_ROW, ROW_HEADER } from './grid-roles.ts'
import { RowMenu } from './row-menu.tsx'
import { useTimelineActions } from './timeline-actions.ts'

type Props = {
  item: TimelineItem
  /** The row's place, from 0. */
  index: number
  scale: Scale
  today: Temporal.PlainDate
  isTabStop: boolean
  isCritical: boolean
}

/** The headings of the grid take its first row, and rows are counted from 1. */
const FIRST_ROW = 2

/** One task: its name in the list at the left, and its bar. */
export const BarRow = memo(function BarRow({ item, index, scale, today, isTabStop, isCritical }: Props) {
  const { edit } = useTimelineActions()
  const { task } = item
  return (
    <div
      {...GRID_ROW}
      aria-rowindex={index + FIRST_ROW}
      className="tl-row"
      style={{ top: HEADER_PX + index * ROW_PX }}
    >
      <div {...ROW_HEADER} className="tl-name">
        <PriorityChip level={task.priority} />
        <button
          type="button"
          tabIndex={-1}
          title={task.title}
          onClick={() => {
            focusBar(task.id)
            edit(item)
          }}
          className={`min-w-0 flex-1 cursor-pointer truncate text-left ${task.completed ? 'text-fg-3 line-through' : ''}`}
        >
          {task.title}
        </button>
        <RowMenu item={item} />
      </div>
      <div {...GRID_CELL} className="tl-cell">
        <Bar item={item} scale={scale} today={today} isTabStop={isTabStop} isCritical={isCritical} />
      </div>
    </div>
  )
})
