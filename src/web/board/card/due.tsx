import { type DueUrgency, dueLabel, dueUrgency, readDate } from '#domain/tasks/due-date.ts'

type Props = { dueDate: string | null; today: Temporal.PlainDate }

const STRIPS: Record<DueUrgency, string> = {
  overdue: 'bg-due-overdue',
  today: 'bg-due-today',
  tomorrow: 'bg-due-tomorrow',
  '3': 'bg-due-3',
  '7': 'bg-due-7',
  '14': 'bg-due-14',
  later: 'bg-due-later',
  none: 'bg-due-none',
}

const URGENT = 'font-[550] text-danger-text'

const TEXTS: Record<DueUrgency, string> = {
  overdue: URGENT,
  today: URGENT,
  tomorrow: URGENT,
  '3': 'font-medium text-t2-text',
  '7': '',
  '14': '',
  later: '',
  none: '',
}

/** Shows how soon a task is due as a color along the card's edge. The due text has the same information. */
export function DueStrip({ dueDate, today }: Props) {
  const urgency = dueUrgency(dueDate, today, Temporal.Now.timeZoneId())
  return <span aria-hidden className={`due-strip ${STRIPS[urgency]}`} />
}

export function DueText({ dueDate, today }: Props) {
  const zone = Temporal.Now.timeZoneId()
  const isUnreadable = dueDate && !readDate(dueDate, zone)
  const look = isUnreadable ? 'text-warn-text' : TEXTS[dueUrgency(dueDate, today, zone)]
  return <span className={look}>{dueLabel(dueDate, today, zone)}</span>
}
