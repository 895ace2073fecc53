import { TASK_FIELDS } from '#domain/tasks/task-fields.ts'
import { RECURRENCE_FREQUENCIES, type RecurrenceFrequency } from '#domain/tasks/recurrence.ts'
import type { ShortTask } from '#domain/tasks/long-texts.ts'

import { Checkbox } from '../../ui/checkbox.tsx'
import { Field } from '../../ui/field.tsx'
import { Select } from '../../ui/select.tsx'
import { Switch } from '../../ui/switch.tsx'
import { FormSection } from '../../ui/form-section.tsx'
import type { TaskFormState } from '../use-task-form.ts'
import * as words from '../words.ts'
import { NextDates, firstOfSeries } from './next-dates.tsx'

type Props = Pick<TaskFormState, 'values' | 'errors' | 'set'> & {
  /** The edited task, or null for a new one. */
  task: ShortTask | null
  tasks: readonly ShortTask[]
}

const OPTIONS = RECURRENCE_FREQUENCIES.map((frequency) => ({ value: frequency, label: frequency }))

export function RecurrenceFields(props: Props) {
  const { isRecurring } = props.values
  return (
    <FormSection title={words.recurrence} hint={isRecurring ? words.recurrenceHint : words.recurrenceOff}>
      <RecurrenceControls {...props} />
    </FormSection>
  )
}

export function RecurrenceControls({ values, errors, set, task, tasks }: Props) {
  const { isRecurring, recurrenceFrequency: frequency, dueDate, startDate, endDate } = values
  return (
    <>
      <Switch
        checked={isRecurring}
        onChange={(checked) => set('isRecurring', checked)}
        label={TASK_FIELDS.isRecurring.label}
      />
      {isRecurring && (
        <>
          <Field label={words.frequency} error={errors.recurrenceFrequency}>
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
            checked={values.recurrenceForwardContent}
            onChange={(checked) => set('recurrenceForwardContent', checked)}
            label={TASK_FIELDS.recurrenceForwardContent.label}
          />
          <NextDates
            frequency={frequency}
            dueDate={dueDate}
            startDate={startDate}
            endDate={endDate}
            task={task}
            first={firstOfSeries(task, tasks)}
          />
        </>
      )}
    </>
  )
}
