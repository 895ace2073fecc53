import { TASK_FIELDS } from '#domain/tasks/task-fields.ts'
import { formatClock } from '#domain/duration.ts'
import type { ShortTask } from '#domain/tasks/long-texts.ts'

import { dates } from '../../ui/dates.ts'
import { useToday } from '../../ui/today.ts'
import { Checkbox } from '../../ui/checkbox.tsx'
import type { SetField } from '../use-task-form.ts'
import * as words from '../words.ts'

type Props = { task: ShortTask; checked: boolean; set: SetField }

export function CompletedRow({ task, checked, set }: Props) {
  const today = useToday()
  const updated = momentText(task.updatedAt, today)
  return (
    <div className="mb-4 flex min-h-10 flex-wrap items-center justify-between gap-x-4 gap-y-1 rounded-md bg-sunken px-3 py-2">
      <Checkbox
        checked={checked}
        onChange={(value) => set('completed', value)}
        label={TASK_FIELDS.completed.label}
      />
      <span className="text-meta text-fg-2">
        {task.elapsedTime > 0 ? words.logged(formatClock(task.elapsedTime), updated) : words.updated(updated)}
      </span>
    </div>
  )
}

/** Returns the time of an instant today, or the day of any other instant. */
function momentText(instant: string, today: Temporal.PlainDate): string {
  const moment = Temporal.Instant.from(instant).toZonedDateTimeISO(Temporal.Now.timeZoneId())
  if (!moment.toPlainDate().equals(today)) return dates.shortDay(moment, today)
  return dates.time(moment)
}
