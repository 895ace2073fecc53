import { type DueUrgency, dueLabel, dueUrgency, readDate, shortDay } from '#domain/due-date.ts'

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

/** The colour of a due date along a card's edge. Decoration: the text beside it says the same. */
export function DueStrip({ dueDate, today }: Props) {
  return <span aria-hidden className={`due-strip ${STRIPS[dueUrgency(dueDate, today, viewerZone())]}`} />
}

/** When a task is due, in words: 'Due in 3 days'. `isShort` says 'Dec 20' of a date that is not pressing. */
export function DueText({ dueDate, today, isShort = false }: Props & { isShort?: boolean }) {
  const date = dueDate ? readDate(dueDate, viewerZone()) : null
  const urgency = dueUrgency(dueDate, today, viewerZone())
  const look = dueDate && !date ? 'text-warn-text' : TEXTS[urgency]
  if (isShort && date && !['overdue', 'today', 'tomorrow'].includes(urgency)) {
    return (
      <span className={`whitespace-nowrap ${look}`}>
        <span className="sr-only">Due </span>
        {shortDay(date, today)}
      </span>
    )
  }
  const label = dueLabel(dueDate, today, viewerZone())
  return <span className={`whitespace-nowrap ${look}`}>{label}</span>
}

/** Dates sent with an offset fall on a day of the person's own calendar. */
function viewerZone(): string {
  return Temporal.Now.timeZoneId()
}
