import { ChevronLeft, ChevronRight } from 'lucide-react'
import { DayPicker, type DayPickerProps } from 'react-day-picker'

import { CALENDAR_DAY } from './calendar-day.ts'
import { dates } from '../ui/dates.ts'
import { firstWeekday } from '../ui/first-weekday.ts'
import { numberText } from '../ui/numbers.ts'
import { selected, today } from './words.ts'

/** Counted from 0 (Sunday). */
type Weekday = DayPickerProps['weekStartsOn']

type CalendarProps = {
  /** The selected day as `YYYY-MM-DD`, or null. */
  selected: string | null
  onSelect: (day: string) => void
}

/** A month calendar with weeks that start as in the user's locale. */
export function Calendar({ selected, onSelect }: CalendarProps) {
  const date = selected ? dateOfDay(selected) : undefined
  return (
    <div ref={focusDay}>
      <DayPicker
        mode="single"
        required
        weekStartsOn={(firstWeekday() % 7) as Weekday}
        selected={date}
        defaultMonth={date}
        onSelect={(next) => onSelect(localDay(next).toString())}
        formatters={{
          formatCaption,
          formatDay: (date) => numberText(date.getDate()),
          formatWeekdayName: (weekday) => dates.weekdayLetter(localDay(weekday)),
        }}
        labels={{ labelDayButton, labelGrid: formatCaption }}
        components={{ Chevron }}
        classNames={CLASS_NAMES}
      />
    </div>
  )
}

/** Focuses the selected day when the calendar has loaded after its popover opened. */
function focusDay(calendar: HTMLElement | null): void {
  calendar?.querySelector<HTMLElement>(CALENDAR_DAY)?.focus()
}

function formatCaption(month: Date): string {
  return dates.monthOfYear(localDay(month))
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
  weekday: 'h-7 w-8.75 text-center text-meta font-normal text-fg-3 touch:w-[min(44px,calc((100vw-44px)/7))]',
  day: 'p-0 text-center text-meta [&.is-selected>button]:bg-ink [&.is-selected>button]:text-ink-fg [&.is-selected>button]:font-semibold [&.is-today>button]:border-control [&.is-today>button]:font-semibold forced-colors:[&.is-selected>button]:border-3 forced-colors:[&.is-selected>button]:border-[Highlight]',
  day_button:
    'h-7 w-8.75 rounded-sm border border-transparent hover:bg-hover focus-visible:relative focus-visible:outline-offset-0 touch:h-10 touch:w-[min(44px,calc((100vw-44px)/7))]',
  selected: 'is-selected',
  today: 'is-today',
  outside: 'text-fg-3',
  hidden: 'invisible',
}

/** Returns a day's spoken label, which contains the number on the button rather than '20th'. */
function labelDayButton(date: Date, modifiers: { today?: boolean; selected?: boolean }): string {
  return [modifiers.today && today, dates.wholeDay(localDay(date)), modifiers.selected && selected]
    .filter(Boolean)
    .join(', ')
}

/** The calendar works with local midnights; a calendar day has no time. */
function dateOfDay(day: string): Date {
  const { year, month, day: date } = Temporal.PlainDate.from(day)
  return new Date(year, month - 1, date)
}

function localDay(date: Date): Temporal.PlainDate {
  return new Temporal.PlainDate(date.getFullYear(), date.getMonth() + 1, date.getDate())
}
