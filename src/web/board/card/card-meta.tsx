import { Paperclip, Repeat, Sun } from 'lucide-react'

import { isDueBy, isPlannedFor } from '#domain/tasks/day/day.ts'
import type { ShortTask } from '#domain/tasks/long-texts.ts'

import { useStore } from '../../state/store.ts'
import { taskMarks } from '../../sync/runner/outbox.ts'
import { CategoryBadge } from '../../categories/category-badge.tsx'
import { PriorityChip } from '../../tasks/priority-chip.tsx'
import { slackMarks } from './slack-mark-store.ts'
import { movedUp } from './moved-up-store.ts'
import { planned } from '../../day/words.ts'
import { numberText } from '../../ui/numbers.ts'
import { MovedUpChip, SlackMark, TaskMark } from './deferred-parts.ts'
import { ShortTime } from './card-time.tsx'
import { DueText } from './due.tsx'
import * as words from '../words.ts'

type Props = {
  task: ShortTask
  today: Temporal.PlainDate
  /** Small cards (tiers 4 and 5) show less, with the level first. */
  isCompact: boolean
}

export function CardMeta({ task, today, isCompact }: Props) {
  const due = task.dueDate && <DueText dueDate={task.dueDate} today={today} />
  const slack = useStore(slackMarks, (marks) => marks.get(task.id))
  const hasMovedUp = useStore(movedUp, (tasks) => tasks.has(task.id))
  const mark = useStore(taskMarks, (marks) => marks.get(task.id))
  return (
    <div className="card-meta">
      {!isCompact && due}
      <PriorityChip level={task.priority} />
      <CategoryBadge name={task.category} />
      {isCompact && due}
      {isCompact && <ShortTime task={task} />}
      {!isCompact && task.projectName && (
        <span dir="auto" className="max-w-full truncate">
          {task.projectName}
        </span>
      )}
      {task.attachments.length > 0 && (
        <span className="inline-flex items-center gap-1">
          <Paperclip size={14} strokeWidth={1.5} className="text-fg-3" />
          <span aria-hidden>{numberText(task.attachments.length)}</span>
          <span className="sr-only">{words.attachmentCount(task.attachments.length)}</span>
        </span>
      )}
      {task.isRecurring && task.recurrenceFrequency && (
        <span className="inline-flex items-center gap-1.5">
          <Repeat size={12} strokeWidth={1.75} className="text-fg-3" />
          <span className="sr-only">{words.repeats}</span>
          <span className={isCompact ? 'sr-only' : undefined}>{task.recurrenceFrequency}</span>
        </span>
      )}
      {isPlannedFor(task, today) && !isDueBy(task, today, Temporal.Now.timeZoneId()) && (
        <span className="inline-flex items-center gap-1.5">
          <Sun size={14} strokeWidth={1.5} className="text-fg-3" />
          <span className={isCompact ? 'sr-only' : undefined}>{planned}</span>
        </span>
      )}
      {slack && <SlackMark task={task} mark={slack} isCompact={isCompact} />}
      {mark && <TaskMark {...mark} />}
      {hasMovedUp && <MovedUpChip taskId={task.id} />}
    </div>
  )
}
