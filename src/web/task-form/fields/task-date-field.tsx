import { useQuery } from '@tanstack/react-query'
import { memo, useMemo, useState } from 'react'

import { readDate } from '#domain/tasks/due-date.ts'
import type { DateField as DateName } from '#domain/tasks/recurrence.ts'
import { TASK_FIELDS } from '#domain/tasks/task-fields.ts'

import { DateField } from '../../ui/date-field.tsx'
import { dates } from '../../ui/dates.ts'
import { describeDate } from '../../ui/describe-date.ts'
import { Field } from '../../ui/field.tsx'
import { dueReaderQuery, readTaskDate } from '../due-reader.ts'
import type { SetField } from '../use-task-form.ts'
import { useTextAtPause } from './text-at-pause.ts'
import * as words from '../words.ts'

type Props = { name: DateName; value: string; error?: string; set: SetField }

/** A date of a task, in the form it is stored in or as typed. The interpretation of the text is shown below it. */
export const TaskDateField = memo(function TaskDateField({ name, value, error, set }: Props) {
  const reader = useQuery(dueReaderQuery).data
  const [isEdited, setIsEdited] = useState(false)
  const [held, onType] = useTextAtPause(value)
  const { label } = TASK_FIELDS[name]
  const isDue = name === 'dueDate'

  const read = (text: string) => reader && readTaskDate(name, text, reader, Temporal.Now.zonedDateTimeISO())
  const change = (value: string) => {
    onType()
    setIsEdited(true)
    set(name, value)
  }
  const text = held.trim()
  const understood = useMemo(() => {
    if (!text) return undefined
    const now = Temporal.Now.zonedDateTimeISO()
    const stored = reader ? (readTaskDate(name, text, reader, now) ?? text) : text
    const date = readDate(stored, now.timeZoneId)
    if (!date) return reader && null
    return isDue ? describeDate(stored, now.toPlainDate(), now.timeZoneId) : dates.wholeDate(date)
  }, [name, isDue, text, reader])

  return (
    <Field
      label={label}
      optional={isDue}
      error={error}
      success={isDue || isEdited ? (understood ?? undefined) : undefined}
      warning={understood === null ? words.unknownDate : undefined}
    >
      {(ids) => (
        <DateField
          {...ids}
          label={label}
          value={value}
          read={(text) => read(text) ?? null}
          onChange={change}
          placeholder={isDue ? words.duePlaceholder : undefined}
        />
      )}
    </Field>
  )
})
