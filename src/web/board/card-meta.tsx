import { Paperclip, Repeat } from 'lucide-react'

import type { Task } from '#domain/task.ts'

import { CategoryBadge } from '../tasks/category-badge.tsx'
import { PriorityChip } from '../tasks/priority-chip.tsx'
import { ShortTime } from './card-time.tsx'
import { DueText } from './due.tsx'

type Props = {
  task: Task
  today: Temporal.PlainDate
  /** The small cards of tiers 4 and 5 say less, and the level first. */
  isCompact: boolean
}

/** The row under a card's title. */
export function CardMeta({ task, today, isCompact }: Props) {
  const due = task.dueDate && <DueText dueDate={task.dueDate} today={today} isShort={isCompact} />
  return (
    <div className="card-meta">
      {!isCompact && due}
      <PriorityChip level={task.priority} />
      <CategoryBadge name={task.category} />
      {isCompact && due}
      {isCompact && <ShortTime task={task} />}
      {!isCompact && task.projectName && <span className="max-w-full truncate">{task.projectName}</span>}
      <Attachments count={task.attachments.length} />
      {task.isRecurring && task.recurrenceFrequency && (
        <span className="inline-flex items-center gap-1.5">
          <Repeat aria-hidden size={12} strokeWidth={1.75} className="text-fg-3" />
          <span className="sr-only">Repeats </span>
          <span className={isCompact ? 'sr-only' : undefined}>{task.recurrenceFrequency}</span>
        </span>
      )}
    </div>
  )
}

function Attachments({ count }: { count: number }) {
  if (count === 0) return null
  return (
    <span className="inline-flex items-center gap-1">
      <Paperclip aria-hidden size={14} strokeWidth={1.5} className="text-fg-3" />
      {count}
      <span className="sr-only">{count === 1 ? ' attachment' : ' attachments'}</span>
    </span>
  )
}
