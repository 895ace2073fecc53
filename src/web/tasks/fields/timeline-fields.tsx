import { memo } from 'react'

import { PROGRESS_STEP, type TaskFormErrors, type TaskFormValues } from '#domain/task-form.ts'
import type { Task } from '#domain/task.ts'

import { DateField } from '../../ui/date-field.tsx'
import { Field } from '../../ui/field.tsx'
import { Slider } from '../../ui/slider.tsx'
import type { SetField } from '../use-task-form.ts'
import { DependencyPicker } from './dependency-picker.tsx'
import { FormSection } from './form-section.tsx'

type Props = {
  values: TaskFormValues
  errors: TaskFormErrors
  ownId: number | null
  tasks: readonly Task[]
  set: SetField
}

/** What the timeline shows of a task: when it starts and ends, how far it is, and what comes before it. */
export function TimelineFields({ values, errors, ownId, tasks, set }: Props) {
  return (
    <FormSection title="Timeline Details" aside="(for Gantt Chart)">
      <div className="grid grid-cols-2 items-start gap-x-3 sm:gap-x-4">
        <DayField
          name="startDate"
          label="Start Date"
          value={values.startDate}
          error={errors.startDate}
          set={set}
        />
        <DayField name="endDate" label="End Date" value={values.endDate} error={errors.endDate} set={set} />
      </div>
      <ProgressField value={values.progress} error={errors.progress} set={set} />
      <DependencyPicker
        ids={values.dependencies}
        ownId={ownId}
        tasks={tasks}
        error={errors.dependencies}
        set={set}
      />
    </FormSection>
  )
}

type DayProps = { name: 'startDate' | 'endDate'; label: string; value: string; error?: string; set: SetField }

const DayField = memo(function DayField({ name, label, value, error, set }: DayProps) {
  return (
    <Field label={label} error={error}>
      {(ids) => <DateField {...ids} label={label} value={value} onChange={(day) => set(name, day)} />}
    </Field>
  )
})

type ProgressProps = { value: number; error?: string; set: SetField }

const ProgressField = memo(function ProgressField({ value, error, set }: ProgressProps) {
  return (
    <Field label="Progress" error={error}>
      {(ids) => (
        <div className="flex items-center gap-4">
          <Slider
            {...ids}
            label="Progress"
            value={value}
            min={0}
            max={100}
            step={PROGRESS_STEP}
            onChange={(percent) => set('progress', percent)}
            valueText={`${value}%`}
          />
          <span aria-hidden className="min-w-9 text-right">
            {value}%
          </span>
        </div>
      )}
    </Field>
  )
})
