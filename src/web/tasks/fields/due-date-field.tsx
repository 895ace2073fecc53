import { useQuery } from '@tanstack/react-query'
import { CalendarIcon } from 'lucide-react'
import { memo, useMemo, useRef, useState } from 'react'

import { describeDue } from '#domain/due-date.ts'

import { Field } from '../../ui/field.tsx'
import { Input } from '../../ui/input.tsx'
import { dueReaderQuery } from '../due-reader.ts'
import type { SetField } from '../use-task-form.ts'

/** How long typing rests, in ms, before the text is read. */
const REST_MS = 150

type Props = { value: string; error?: string; set: SetField }

/** A due date in free words, with what is understood of them under it. */
export const DueDateField = memo(function DueDateField({ value, error, set }: Props) {
  const reader = useQuery(dueReaderQuery).data
  // While somebody types, the reading of the text before stays, so that nothing flickers under the hands.
  const [held, hold] = useState<string | null>(null)
  const rest = useRef(0)

  const text = (held ?? value).trim()
  const reading = useMemo(() => {
    if (!text || !reader) return null
    const now = Temporal.Now.zonedDateTimeISO()
    const due = reader.readDueText(text, now)
    return { understood: due && describeDue(due, now.toPlainDate(), now.timeZoneId) }
  }, [text, reader])

  const type = (typed: string) => {
    hold(held ?? value)
    clearTimeout(rest.current)
    rest.current = window.setTimeout(() => hold(null), REST_MS)
    set('dueDate', typed)
  }

  return (
    <Field
      label="Due Date"
      optional
      error={error}
      success={reading?.understood ?? undefined}
      warning={reading && !reading.understood ? 'Not a date we know. It will be kept as typed.' : undefined}
    >
      {(ids) => (
        <Input
          {...ids}
          value={value}
          onChange={(event) => type(event.target.value)}
          icon={<CalendarIcon size={16} aria-hidden />}
          placeholder="Tomorrow at 9 AM, or Next week"
          autoComplete="off"
        />
      )}
    </Field>
  )
})
