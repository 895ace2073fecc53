import { useQuery } from '@tanstack/react-query'
import { memo, useMemo, useRef, useState } from 'react'

import { readDate } from '#domain/tasks/due-date.ts'
import type { DateField as DateName } from '#domain/tasks/recurrence.ts'
import { TASK_FIELDS } from '#domain/tasks/task-fields.ts'
import { isPast } from '#domain/tasks/typed-date/typed-date.ts'

import { untilReleased } from '../../boot/until-released.ts'
import { DateField } from '../../calendar/date-field.tsx'
import { dates } from '../../ui/dates.ts'
import { describeDate } from '../../ui/describe-date.ts'
import { Field } from '../../ui/field.tsx'
import { useToday } from '../../ui/today.ts'
import { dueReaderQuery } from '../due-reader.ts'
import type { SetField } from '../use-task-form.ts'
import * as words from '../words.ts'

type Props = { name: DateName; value: string; error?: string; set: SetField }

/**
 * A field for a date of a task. `value` is a stored date or typed text. A hint below the field shows how it is parsed.
 */
export const TaskDateField = memo(function TaskDateField({ name, value, error, set }: Props) {
  const reader = useQuery(dueReaderQuery).data
  const today = useToday()
  const [isEdited, setIsEdited] = useState(false)
  const [held, onType] = useTextAtPause(value)
  const { label } = TASK_FIELDS[name]
  const isDue = name === 'dueDate'

  const change = (value: string) => {
    onType()
    setIsEdited(true)
    set(name, value)
  }
  const text = held.trim()
  const hint = useMemo((): { warning?: string; past?: string; success?: string } => {
    const now = Temporal.Now.zonedDateTimeISO()
    const stored = readDate(text, now.timeZoneId)
    const reading = stored ? { date: stored } : text && reader?.readDue(text, now)
    if (!reading) return {}
    const { date, otherDay } = reading
    const weekday = otherDay ? words.otherWeekday(dates.wholeDay(otherDay)) : ''
    if (!date) return { warning: words.unknownDate + weekday }
    if (isPast(date, now)) return { past: describeDate(date, now) }
    return { success: isDue ? describeDate(date, now) : dates.wholeDate(date) }
    // At midnight, the distance to the date changes.
    // oxlint-disable-next-line react/exhaustive-deps
  }, [isDue, text, reader, today])
  const isShown = isDue || isEdited

  return (
    <Field
      label={label}
      optional={isDue}
      error={error}
      success={isShown && hint.success}
      warning={hint.warning ?? (isShown && hint.past)}
    >
      {(ids) => (
        <DateField
          {...ids}
          label={label}
          value={value}
          read={reader && ((text) => reader.readDueText(text, Temporal.Now.zonedDateTimeISO()))}
          onChange={change}
          placeholder={isDue ? words.duePlaceholder : undefined}
        />
      )}
    </Field>
  )
})

/** The shortest break in typing that counts as a pause, in ms. */
const PAUSE_MS = 150

/**
 * Returns the text at the last pause in typing, so that messages don't flicker, and a function to call on changes. A
 * message moves the content below it, so it changes only while nothing is pressed.
 */
function useTextAtPause(value: string): [text: string, onType: () => void] {
  const [held, setHeld] = useState<string | null>(null)
  const pause = useRef(0)
  const onType = () => {
    setHeld(held ?? value)
    clearTimeout(pause.current)
    pause.current = window.setTimeout(() => void untilReleased().then(() => setHeld(null)), PAUSE_MS)
  }
  return [held ?? value, onType]
}
