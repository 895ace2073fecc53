import { memo } from 'react'

import { Field } from '../../ui/field.tsx'
import { Input } from '../../ui/input.tsx'
import type { SetField } from '../use-task-form.ts'
import { FormSection } from './form-section.tsx'

type Props = { hours: string; minutes: string; hoursError?: string; minutesError?: string; set: SetField }

/** The estimate in hours and minutes. What is typed stays in the field, right or wrong. */
export const EffortFields = memo(function EffortFields({ hours, minutes, ...props }: Props) {
  return (
    <FormSection title="Estimated Effort Time" hint="Shown on the card against the time you log.">
      <div className="grid grid-cols-2 items-start gap-x-3 sm:gap-x-4">
        <Field label="Hours" error={props.hoursError}>
          {(ids) => (
            <Input
              {...ids}
              value={hours}
              onChange={(event) => props.set('hours', event.target.value)}
              inputMode="numeric"
              placeholder="0"
              suffix="h"
              autoComplete="off"
            />
          )}
        </Field>
        <Field label="Minutes" error={props.minutesError}>
          {(ids) => (
            <Input
              {...ids}
              value={minutes}
              onChange={(event) => props.set('minutes', event.target.value)}
              inputMode="numeric"
              placeholder="0"
              suffix="min"
              autoComplete="off"
            />
          )}
        </Field>
      </div>
    </FormSection>
  )
})
