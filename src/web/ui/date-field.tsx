import { Calendar as CalendarIcon } from 'lucide-react'
import { lazy, Suspense, useRef, useState, type KeyboardEvent } from 'react'

import { readDay, showDay } from './date-text.ts'
import { Popover } from './popover.tsx'

const Calendar = lazy(() => import('./calendar.tsx'))

type DateFieldProps = {
  /** `YYYY-MM-DD`, empty, or other text, which is kept. */
  value: string
  onChange: (value: string) => void
  /** The field's name, for the calendar and its button. */
  label: string
  placeholder?: string
  disabled?: boolean
  id?: string
  'aria-describedby'?: string
  'aria-invalid'?: true
  className?: string
}

/** A day, typed or picked from a calendar. Arrow down opens the calendar. */
export function DateField({ value, onChange, label, className = '', ...rest }: DateFieldProps) {
  const control = useRef<HTMLDivElement>(null)
  const [open, setOpen] = useState(false)
  const [typed, setTyped] = useState<string | null>(null)
  const day = readDay(value, Temporal.Now.plainDateISO())
  const type = (text: string) => {
    setTyped(text)
    onChange(readDay(text, Temporal.Now.plainDateISO()) ?? text)
  }
  const pick = (picked: string) => {
    setTyped(null)
    onChange(picked)
    setOpen(false)
  }
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== 'ArrowDown') return
    event.preventDefault()
    setOpen(true)
  }
  return (
    <div
      ref={control}
      className={`control flex min-h-9 w-full min-w-0 items-center max-sm:min-h-11 ${className}`}
    >
      <Popover
        label={`Calendar for ${label}`}
        open={open}
        onOpenChange={setOpen}
        modal
        anchor={control}
        trigger={
          <button
            type="button"
            aria-label={`Pick ${label}`}
            disabled={rest.disabled}
            className="ml-1.25 flex size-7 shrink-0 items-center justify-center rounded-sm text-fg-3 hover:bg-hover hover:text-fg focus-visible:-outline-offset-1 touch:-mr-1.75 touch:ml-0 touch:size-10"
          >
            <CalendarIcon size={16} strokeWidth={1.75} aria-hidden="true" />
          </button>
        }
      >
        <Suspense fallback={<div className="h-62 w-67" />}>
          <Calendar selected={day} onSelect={pick} />
        </Suspense>
      </Popover>
      <input
        {...rest}
        type="text"
        autoComplete="off"
        value={typed ?? showDay(value)}
        onChange={(event) => type(event.target.value)}
        onBlur={() => setTyped(null)}
        onKeyDown={onKeyDown}
        className="min-w-0 flex-1 self-stretch rounded-md bg-transparent pr-2.75 pl-0.5 outline-none"
      />
    </div>
  )
}
