import type { ReactNode } from 'react'

import { dateOf } from '#domain/day-number.ts'
import { formatDay } from '#domain/due-date.ts'
import type { Task } from '#domain/task.ts'
import { type TimelineItem, listTimeline } from '#domain/timeline.ts'

import { CategoryBadge } from '../tasks/category-badge.tsx'
import { PriorityChip } from '../tasks/priority-chip.tsx'
import { EmptyState } from '../ui/empty-state.tsx'

type Props = {
  /** The tasks the filters leave. */
  tasks: readonly Task[] | undefined
  onEdit: (task: Task) => void
  /** Stands in the place of the list when there is no task at all. */
  empty?: ReactNode
}

/** The tasks that have dates, in the order in which they begin. */
export function DatedTasks({ tasks, onEdit, empty }: Props) {
  if (!tasks) return <output>Loading tasks...</output>
  if (tasks.length === 0 && empty) return empty
  const dated = listTimeline(tasks, Temporal.Now.timeZoneId())
  if (dated.length === 0) {
    return (
      <EmptyState
        title="No tasks with dates available."
        text="Add start dates and end dates to your tasks to see them on the timeline."
      />
    )
  }
  return (
    <ul className="divide-y divide-line">
      {dated.map((entry) => (
        <li key={entry.task.id}>
          <DatedRow {...entry} onEdit={onEdit} />
        </li>
      ))}
    </ul>
  )
}

function DatedRow({ task, start, end, onEdit }: TimelineItem & { onEdit: (task: Task) => void }) {
  return (
    <button
      type="button"
      onClick={() => onEdit(task)}
      className="flex w-full items-center gap-x-4 gap-y-1 rounded-md px-3 py-3 text-left hover:bg-hover max-sm:flex-col max-sm:items-start max-sm:px-0"
    >
      <span className="w-48 shrink-0 text-[13px]/5 text-fg-2">
        {formatDay(dateOf(start))} – {formatDay(dateOf(end))}
      </span>
      <span
        className={`min-w-0 flex-1 text-[14px]/5 font-[550] break-words ${task.completed ? 'text-fg-3 line-through' : ''}`}
      >
        {task.title}
      </span>
      <span className="flex flex-wrap items-center gap-3 text-[12px]/4 text-fg-2">
        <PriorityChip level={task.priority} />
        <CategoryBadge name={task.category} />
        <span>{task.completed ? 'Completed' : `${task.progress}%`}</span>
      </span>
    </button>
  )
}
