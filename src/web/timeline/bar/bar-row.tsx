import { memo } from 'react'

import type { Scale } from '../rules/scale.ts'
import type { TimelineItem } from '../rules/items.ts'
import type { Slack } from '#domain/tasks/slack/slack.ts'
import type { WorkCalendar } from '#domain/tasks/slack/slack-hours.ts'

import { Check } from '../../complete/check.tsx'
import { PriorityChip } from '../../tasks/priority-chip.tsx'
import { Bar } from './bar.tsx'
import { HEADER_PX, ROW_PX } from '../chart/chart-sizes.ts'
import { focusBar } from './focus-bar.ts'
import { GRID_CELL, GRID_ROW, ROW_HEADER } from '../chart/grid-roles.ts'
import { RowMenu } from './row-menu.tsx'
import { SlackTail } from './slack-tail.tsx'
import { useTimelineActions } from '../timeline-actions.ts'

type Props = {
  item: TimelineItem
  /** Counts from 0. */
  index: number
  scale: Scale
  today: Temporal.PlainDate
  isTabStop: boolean
  isCritical: boolean
  slack: Slack | undefined
  calendar: WorkCalendar
}

/** `aria-rowindex` counts from 1, and the headings are row 1. */
const FIRST_ROW = 2

export const BarRow = memo(function BarRow({ index, slack, calendar, ...bar }: Props) {
  const { item, scale } = bar
  const { edit, check } = useTimelineActions()
  const { task } = item
  return (
    <div
      {...GRID_ROW}
      aria-rowindex={index + FIRST_ROW}
      className="tl-row"
      style={{ top: HEADER_PX + index * ROW_PX }}
    >
      <div {...ROW_HEADER} className="tl-name">
        <Check
          title={task.title}
          isDone={task.completed}
          tabIndex={-1}
          onClick={() => {
            focusBar(task.id)
            check(item)
          }}
        />
        <PriorityChip level={task.priority} />
        <button
          type="button"
          tabIndex={-1}
          dir="auto"
          title={task.title}
          onClick={() => {
            focusBar(task.id)
            edit(item)
          }}
          className={`min-w-0 flex-1 cursor-pointer self-stretch truncate text-start ${task.completed ? 'text-fg-3 line-through' : ''}`}
        >
          {task.title}
        </button>
        <RowMenu item={item} />
      </div>
      <div {...GRID_CELL} className="tl-cell">
        <Bar {...bar} hasSlack={slack !== undefined} />
        {slack && <SlackTail item={item} scale={scale} slack={slack} calendar={calendar} />}
      </div>
    </div>
  )
})
