import { memo } from 'react'

import { Field } from '../../ui/field.tsx'
import { Input } from '../../ui/input.tsx'
import type { SetField } from '../use-task-form.ts'
import { FormSection } from '../../ui/form-section.tsx'
import * as words from '../words.ts'

type Props = { hours: string; minutes: string; hoursError?: string; minutesError?: string; set: SetField }

/** The estimate in hours and minutes. Keeps invalid text in the field. */
export const EffortFields = memo(function EffortFields(props: Props) {
  return (
    <FormSection title={words.effort} hint={words.effortHint}>
      <HoursAndMinutes {...props} />
    </FormSection>
  )
})

export function HoursAndMinutes({ hours, minutes, ...props }: Props) {
  return (
    <div className="grid grid-cols-2 items-start gap-x-3 sm:gap-x-4">
      <Field label={words.hours} error={props.hoursError}>
        {(ids) => (
          <Input
            {...ids}
            value={hours}
            onChange={(event) => props.set('hours', event.target.value)}
            inputMode="numeric"
            placeholder="0"
            suffix={words.hoursUnit}
            autoComplete="off"
          />
        )}
      </Field>
      <Field label={words.minutes} error={props.minutesError}>
        {(ids) => (
          <Input
            {...ids}
            value={minutes}
            onChange={(event) => props.set('minutes', event.target.value)}
            inputMode="numeric"
            placeholder="0"
            suffix={words.minutesUnit}
            autoComplete="off"
          />
        )}
      </Field>
    </div>
  )
}
