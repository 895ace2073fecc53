import { ChevronLeft, ChevronRight } from 'lucide-react'
import { DayPicker } from 'react-day-picker'

type CalendarProps = {
  /** The chosen day as `YYYY-MM-DD`, or null. */
  selected: string | null
  onSelect: (day: string) => void
}

/** A month to pick a day from; the week starts on Monday. Loaded when a calendar is first opened. */
export default function Calendar({ selected, onSelect }: CalendarProps) {
  const date = selected ? dateOfDay(selected) : undefined
  return (
    <div ref={focusDay}>
      <DayPicker
        mode="single"
        required
        weekStartsOn={1}
        selected={date}
        defaultMonth={date}
        onSelect={(next) => onSelect(dayOfDate(next))}
        formatters={{ formatWeekdayName }}
        labels={{ labelDayButton }}
        components={{ Chevron }}
        classNames={CLASS_NAMES}
      />
    </div>
  )
}

/** A calendar is opened to choose: the arrow keys shall walk at once. */
function focusDay(calendar: HTMLElement | null): void {
  calendar?.querySelector<HTMLElement>('td button[tabindex="0"]')?.focus()
}

function formatWeekdayName(weekday: Date): string {
  return weekday.toLocaleDateString('en', { weekday: 'narrow' })
}

function Chevron({ orientation }: { orientation?: string }) {
  const Icon = orientation === 'left' ? ChevronLeft : ChevronRight
  return <Icon size={16} strokeWidth={1.75} />
}

const ARROW =
  'flex size-7 items-center justify-center rounded-sm text-fg-3 hover:bg-hover hover:text-fg touch:size-10 aria-disabled:text-fg-off'

const CLASS_NAMES = {
  root: 'p-3',
  months: 'relative',
  month_caption: 'flex h-7 items-center pl-1 touch:h-10',
  caption_label: 'text-label font-semibold',
  nav: 'absolute top-0 right-0 flex',
  button_previous: ARROW,
  button_next: ARROW,
  month_grid: 'mt-1 border-collapse',
  weekday: 'h-7 w-8.75 text-meta font-normal text-fg-3 touch:w-[min(44px,calc((100vw-44px)/7))]',
  day: 'p-0 text-center text-meta [&.is-selected>button]:bg-ink [&.is-selected>button]:text-ink-fg [&.is-selected>button]:font-semibold [&.is-today>button]:border-control [&.is-today>button]:font-semibold',
  day_button:
    'h-7 w-8.75 rounded-sm border border-transparent hover:bg-hover focus-visible:relative focus-visible:outline-offset-0 touch:h-10 touch:w-[min(44px,calc((100vw-44px)/7))]',
  selected: 'is-selected',
  today: 'is-today',
  outside: 'text-fg-3',
  hidden: 'invisible',
}

/** As spoken: with the figure that is on the button, not '20th'. */
function labelDayButton(date: Date, modifiers: { today?: boolean; selected?: boolean }): string {
  const day = date.toLocaleDateString('en-US', {
    weekday: 'long',
    month: 'long',
    day: 'numeric',
    year: 'numeric',
  })
  return [modifiers.today && 'Today', day, modifiers.selected && 'selected'].filter(Boolean).join(', ')
}

/** The calendar counts in local midnights; a day of the calendar has no time. */
function dateOfDay(day: string): Date {
  const { year, month, day: date } = Temporal.PlainDate.from(day)
  return new Date(year, month - 1, date)
}

function dayOfDate(date: Date): string {
  return new Temporal.PlainDate(date.getFullYear(), date.getMonth() + 1, date.getDate()).toString()
}
