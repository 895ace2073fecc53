import type { ReactNode } from 'react'

import { RECURRENCE_FREQUENCIES, type RecurrenceFrequency } from '#domain/recurrence.ts'

import { Checkbox } from '../../ui/checkbox.tsx'
import { Field } from '../../ui/field.tsx'
import { Select } from '../../ui/select.tsx'
import { Switch } from '../../ui/switch.tsx'
import type { SetField } from '../use-task-form.ts'
import { FormSection } from './form-section.tsx'

type Props = {
  isRecurring: boolean
  frequency: RecurrenceFrequency
  forwardContent: boolean
  frequencyError?: string
  /** When the next ones come. */
  nextDates: ReactNode
  set: SetField
}

const OPTIONS = RECURRENCE_FREQUENCIES.map((frequency) => ({ value: frequency, label: frequency }))

export function RecurrenceFields(props: Props) {
  const { isRecurring, frequency, forwardContent, frequencyError, nextDates, set } = props
  return (
    <FormSection
      title="Recurring Task Options"
      hint={isRecurring ? 'The next one appears when this one is completed.' : 'Off'}
    >
      <Switch
        checked={isRecurring}
        onChange={(checked) => set('isRecurring', checked)}
        label="Recurring task"
      />
      {isRecurring && (
        <>
          <Field label="Frequency" error={frequencyError}>
            {(ids) => (
              <Select
                {...ids}
                value={frequency}
                onChange={(value) => set('recurrenceFrequency', value as RecurrenceFrequency)}
                options={OPTIONS}
              />
            )}
          </Field>
          <Checkbox
            checked={forwardContent}
            onChange={(checked) => set('recurrenceForwardContent', checked)}
            label="Carry goals, notes, next steps and attachments forward"
          />
          {nextDates}
        </>
      )}
    </FormSection>
  )
}
