import { Calendar as CalendarIcon } from 'lucide-react'
import { useEffectEvent, useLayoutEffect, useRef, useState, type KeyboardEvent } from 'react'

import { dayIn } from '#domain/tasks/due-date.ts'
import { moveDate } from '#domain/tasks/move-date.ts'

import { CALENDAR_DAY } from './calendar-day.ts'
import { DeferredCalendar } from './deferred-calendar.tsx'
import { fieldDates } from '../ui/field-dates.ts'
import { Popover } from '../ui/popover.tsx'
import { useToday } from '../ui/today.ts'
import * as words from './words.ts'

type DateFieldProps = {
  /** A stored date, an empty string, or other text, which stays as is. */
  value: string
  onChange: (value: string) => void
  /** Parses typed text to a stored date, or returns null. Undefined until the parser has loaded. */
  read: ((text: string) => string | null) | undefined
  /** The field's name, used for the calendar and its button. */
  label: string
  placeholder?: string
  id?: string
  'aria-describedby'?: string
  'aria-invalid'?: true
}

/**
 * A date that can be typed or picked from a calendar, shown in the viewer's locale. The down arrow opens the calendar,
 * with or without Alt.
 */
export function DateField({ value, onChange, read, label, ...rest }: DateFieldProps) {
  const control = useRef<HTMLDivElement>(null)
  const opener = useRef<HTMLInputElement>(null)
  const [open, setOpen] = useState(false)
  /** The typed text, the value before typing, and the text that was shown for that value. */
  const [typed, setTyped] = useState<{ text: string; before: { value: string; shown: string } } | null>(null)
  const shown = show(value)
  const change = ({ text, before }: NonNullable<typeof typed>) => {
    // The shown text has less detail than the value, such as seconds or an offset, so parsing it would change the
    // value.
    const next = text === before.shown ? before.value : (read?.(text) ?? text)
    if (next !== value) onChange(next)
  }
  const type = (text: string) => {
    const now = { text, before: typed?.before ?? { value, shown } }
    setTyped(now)
    change(now)
  }
  const leave = () => {
    if (typed) change(typed)
    // Without the parser, the text must be parsed later.
    if (read) setTyped(null)
  }
  /** Called when the parser has loaded, and at midnight, when 'tomorrow' becomes another day. */
  const reread = useEffectEvent(() => {
    if (!control.current?.contains(document.activeElement)) leave()
    else if (typed) change(typed)
  })
  const today = useToday()
  // oxlint-disable-next-line react/exhaustive-deps
  useLayoutEffect(() => reread(), [today, !read])
  const pick = (day: string) => {
    setTyped(null)
    onChange(moveTo(value, day))
    setOpen(false)
  }
  const onKeyDown = (event: KeyboardEvent<HTMLInputElement>) => {
    if (event.key !== 'ArrowDown') return
    event.preventDefault()
    opener.current = event.currentTarget
    setOpen(true)
  }
  const changeOpen = (isOpen: boolean) => {
    if (isOpen) opener.current = null
    setOpen(isOpen)
  }
  return (
    <div ref={control} className="control flex min-h-9 w-full min-w-0 items-center max-sm:min-h-11">
      <Popover
        label={words.calendarFor(label)}
        open={open}
        onOpenChange={changeOpen}
        modal
        anchor={control}
        focusFirst={CALENDAR_DAY}
        returnTo={opener}
        trigger={
          <button
            type="button"
            aria-label={words.pick(label)}
            className="ml-1.25 flex size-7 shrink-0 items-center justify-center rounded-sm text-fg-3 hover:bg-hover hover:text-fg focus-visible:-outline-offset-1 touch:-mr-1.75 touch:ml-0 touch:size-10"
          >
            <CalendarIcon size={16} strokeWidth={1.75} />
          </button>
        }
      >
        <DeferredCalendar
          selected={dayIn(value, Temporal.Now.timeZoneId())?.toString() ?? null}
          onSelect={pick}
        />
      </Popover>
      <input
        dir="auto"
        {...rest}
        type="text"
        autoComplete="off"
        aria-keyshortcuts="Alt+ArrowDown"
        value={typed?.text ?? shown}
        onChange={(event) => type(event.target.value)}
        onBlur={leave}
        onKeyDown={onKeyDown}
        className="min-w-0 flex-1 self-stretch rounded-md bg-transparent pr-2.75 pl-0.5 outline-none"
      />
    </div>
  )
}

function show(value: string): string {
  return fieldDates.show(value, Temporal.Now.zonedDateTimeISO())
}

/** Returns a stored date moved to a different day, with the same time. */
function moveTo(value: string, day: string): string {
  const zone = Temporal.Now.timeZoneId()
  const days = dayIn(value, zone)?.until(day, { largestUnit: 'day' }).days
  return days === undefined ? day : moveDate(value, days, zone)
}
