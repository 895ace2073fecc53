import { shortDay } from '#domain/due-date.ts'
import { formatClock } from '#domain/duration.ts'
import type { Task } from '#domain/task.ts'

import { useToday } from '../../today.ts'
import { Checkbox } from '../../ui/checkbox.tsx'
import type { SetField } from '../use-task-form.ts'

type Props = { task: Task; checked: boolean; set: SetField }

/** 'Mark as completed', with the time logged so far and when the task last changed. */
export function CompletedRow({ task, checked, set }: Props) {
  const today = useToday()
  const updated = momentText(task.updatedAt, today)
  return (
    <div className="mb-4 flex min-h-10 flex-wrap items-center justify-between gap-x-4 gap-y-1 rounded-md bg-sunken px-3 py-2">
      <Checkbox checked={checked} onChange={(value) => set('completed', value)} label="Mark as completed" />
      <span className="text-meta text-fg-2">
        {task.elapsedTime > 0
          ? `${formatClock(task.elapsedTime)} logged, updated ${updated}`
          : `Updated ${updated}`}
      </span>
    </div>
  )
}

/** The time of day of today's moments, the day of all others. */
function momentText(instant: string, today: Temporal.PlainDate): string {
  const moment = Temporal.Instant.from(instant).toZonedDateTimeISO(Temporal.Now.timeZoneId())
  if (!moment.toPlainDate().equals(today)) return shortDay(moment.toPlainDate(), today)
  return new Date(instant).toLocaleTimeString('en-US', { hour: 'numeric', minute: '2-digit' })
}
