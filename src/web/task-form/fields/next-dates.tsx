import { useQuery } from '@tanstack/react-query'
import { Repeat } from 'lucide-react'
import { memo, useDeferredValue } from 'react'

import { type RecurrenceFrequency, dayIn, leadingField, upcomingDays } from '#domain/tasks/recurrence.ts'
import type { ShortTask } from '#domain/tasks/long-texts.ts'

import { dates as formats } from '../../ui/dates.ts'
import { describeDate } from '../../ui/describe-date.ts'
import { useToday } from '../../ui/today.ts'
import { dueReaderQuery } from '../due-reader.ts'
import * as words from '../words.ts'

const SHOWN = 3

type Props = {
  frequency: RecurrenceFrequency
  /** The due date as typed. */
  dueDate: string
  startDate: string
  endDate: string
  /** The edited task and the first of its series, if known. */
  task: ShortTask | null
  first: ShortTask | null
}

/** Previews the next occurrences. Shows nothing while a date can't be read. */
export const NextDates = memo(function NextDates(props: Props) {
  const { frequency, startDate, endDate, task, first } = props
  const reader = useQuery(dueReaderQuery).data
  const today = useToday()
  const typed = useDeferredValue(props.dueDate).trim()
  if (!reader) return null

  const zone = Temporal.Now.timeZoneId()
  const dueDate = typed && (reader.readDueText(typed, Temporal.Now.zonedDateTimeISO()) ?? typed)
  const dates = { recurrenceFrequency: frequency, dueDate, startDate, endDate }
  const lead = leadingField(dates, zone)
  const isMoved = task && lead && !dayIn(task[lead], zone)?.equals(dayIn(dates[lead], zone) ?? today)
  const seriesDay = first && lead && !isMoved ? (dayIn(first[lead], zone)?.day ?? null) : null
  const [next, ...later] = upcomingDays(dates, today, SHOWN, seriesDay, zone)
  if (!next) return null
  return (
    <p className="flex items-start gap-2 text-meta text-fg-3">
      <Repeat aria-hidden size={14} className="mt-px shrink-0" />
      <span>
        {words.nextDates(describeDate(next.toString(), today, zone) ?? '', later.map(formats.mediumDay))}
      </span>
    </p>
  )
})

/** Returns the first task of a task's series, if it is known. */
export function firstOfSeries(task: ShortTask | null, tasks: readonly ShortTask[]): ShortTask | null {
  return tasks.find(({ id }) => id === task?.parentTaskId) ?? null
}
