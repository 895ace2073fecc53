import { Repeat } from 'lucide-react'
import { memo } from 'react'

import { dayIn } from '#domain/tasks/due-date.ts'
import { type RecurrenceFrequency, leadingField, upcomingDays } from '#domain/tasks/recurrence.ts'
import type { ShortTask } from '#domain/tasks/long-texts.ts'

import { dates as formats } from '../../ui/dates.ts'
import { describeDate } from '../../ui/describe-date.ts'
import { useToday } from '../../ui/today.ts'
import * as words from '../words.ts'

const SHOWN = 3

type Props = {
  frequency: RecurrenceFrequency
  dueDate: string
  startDate: string
  endDate: string
  /** The edited task and the first of its series, if known. */
  task: ShortTask | null
  first: ShortTask | null
}

/** Previews the next occurrences. Shows nothing while a date is unreadable. */
export const NextDates = memo(function NextDates(props: Props) {
  const { frequency, dueDate, startDate, endDate, task, first } = props
  const today = useToday()
  const dates = { recurrenceFrequency: frequency, dueDate, startDate, endDate }
  const [next, ...later] = nextDays(dates, task, first, today)
  if (!next) return null
  return (
    <p className="flex items-start gap-2 text-meta text-fg-3">
      <Repeat size={14} className="mt-px shrink-0" />
      <span>
        {words.nextDates(describeDate(next, Temporal.Now.zonedDateTimeISO()), later.map(formats.mediumDay))}
      </span>
    </p>
  )
})

/** Returns the next days of a task's series, which keeps its day of the month unless the dates are moved. */
export function nextDays(
  dates: Parameters<typeof upcomingDays>[0],
  task: ShortTask | null,
  first: ShortTask | null,
  today: Temporal.PlainDate,
): Temporal.PlainDate[] {
  const zone = Temporal.Now.timeZoneId()
  const lead = leadingField(dates, zone)
  const isMoved = task && lead && !dayIn(task[lead], zone)?.equals(dayIn(dates[lead], zone) ?? today)
  const seriesDay = first && lead && !isMoved ? (dayIn(first[lead], zone)?.day ?? null) : null
  return upcomingDays(dates, today, SHOWN, seriesDay, zone)
}

export function firstOfSeries(task: ShortTask | null, tasks: readonly ShortTask[]): ShortTask | null {
  return tasks.find(({ id }) => id === task?.parentTaskId) ?? null
}
