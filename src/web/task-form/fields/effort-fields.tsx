import { memo } from 'react'

import type { SetField } from '../use-task-form.ts'
import { FormSection } from '../../ui/form-section.tsx'
import { TextField } from '../../ui/text-field.tsx'
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

export function HoursAndMinutes(props: Props) {
  return (
    <div className="grid grid-cols-2 items-start gap-x-3 sm:gap-x-4">
      {UNITS.map(({ name, label, suffix }) => (
        <TextField
          key={name}
          label={label}
          error={props[`${name}Error`]}
          value={props[name]}
          onChange={(event) => props.set(name, event.target.value)}
          inputMode="numeric"
          placeholder="0"
          suffix={suffix}
          autoComplete="off"
        />
      ))}
    </div>
  )
}

const UNITS = [
  { name: 'hours', label: words.hours, suffix: words.hoursUnit },
  { name: 'minutes', label: words.minutes, suffix: words.minutesUnit },
] as const
