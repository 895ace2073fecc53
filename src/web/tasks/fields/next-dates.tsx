import { useQuery } from '@tanstack/react-query'
import { Repeat } from 'lucide-react'
import { memo, useDeferredValue } from 'react'

import { describeDue, formatDay } from '#domain/due-date.ts'
import { type RecurrenceFrequency, leadingDay, upcomingDays } from '#domain/recurrence.ts'
import type { Task } from '#domain/task.ts'

import { useToday } from '../../today.ts'
import { dueReaderQuery } from '../due-reader.ts'

const SHOWN = 3

type Props = {
  frequency: RecurrenceFrequency
  /** The due date as it was typed. */
  dueDate: string
  startDate: string
  endDate: string
  /** The task being edited and the first of its series, where they are known. */
  task: Task | null
  first: Task | null
}

/** When the next occurrences come, by the rule that makes them. Nothing while the dates cannot be read. */
export const NextDates = memo(function NextDates(props: Props) {
  const { frequency, startDate, endDate, task, first } = props
  const reader = useQuery(dueReaderQuery).data
  const today = useToday()
  const typed = useDeferredValue(props.dueDate).trim()
  if (!reader) return null

  const zone = Temporal.Now.timeZoneId()
  const dueDate = typed && (reader.readDueText(typed, Temporal.Now.zonedDateTimeISO()) ?? typed)
  const dates = { recurrenceFrequency: frequency, dueDate, startDate, endDate }
  const isMoved = task !== null && !leadingDay(task, zone)?.equals(leadingDay(dates, zone) ?? today)
  const seriesDay = first && !isMoved ? (leadingDay(first, zone)?.day ?? null) : null
  const [next, ...later] = upcomingDays(dates, today, SHOWN, seriesDay, zone)
  if (!next) return null
  return (
    <p className="flex items-start gap-2 text-meta text-fg-3">
      <Repeat aria-hidden size={14} className="mt-px shrink-0" />
      <span>
        Next: {describeDue(next.toString(), today, zone)}, then{' '}
        {later.map((day) => formatDay(day)).join(' and ')}
      </span>
    </p>
  )
})
