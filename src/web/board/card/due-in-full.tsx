import { dueLabel, readDate } from '#domain/tasks/due-date.ts'

import { DueText } from './due.tsx'
import { dueMoment } from './due-moment.ts'

type Props = { dueDate: string | null; today: Temporal.PlainDate }

/** A due date's label with its day and time, such as 'Due tomorrow · Fri, Nov 27, 5:00 PM', or the text as typed. */
export function DueInFull({ dueDate, today }: Props) {
  const zone = Temporal.Now.timeZoneId()
  const date = dueDate ? readDate(dueDate, zone) : null
  const more = date ? dueMoment(date, dueLabel(dueDate, today, zone), today) : dueDate
  return (
    <span className="min-w-0 break-words">
      <DueText dueDate={dueDate} today={today} />
      {more && (
        <span className="text-fg-3">
          {' '}
          · <bdi>{more}</bdi>
        </span>
      )}
    </span>
  )
}
