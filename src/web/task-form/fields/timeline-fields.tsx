import { memo } from 'react'

import { TASK_FIELDS } from '#domain/tasks/task-fields.ts'
import { PROGRESS_STEP, type TaskFormErrors, type TaskFormValues } from '#domain/tasks/task-form.ts'
import type { ShortTask } from '#domain/tasks/long-texts.ts'

import { Field } from '../../ui/field.tsx'
import { percentText } from '../../ui/numbers.ts'
import { Slider } from '../../ui/slider.tsx'
import type { SetField } from '../use-task-form.ts'
import { DependencyPicker } from './dependency-picker.tsx'
import { FormSection } from '../../ui/form-section.tsx'
import { TaskDateField } from './task-date-field.tsx'
import * as words from '../words.ts'

type Props = {
  values: TaskFormValues
  errors: TaskFormErrors
  ownId: number | null
  tasks: readonly ShortTask[]
  set: SetField
}

export function TimelineFields({ values, errors, ownId, tasks, set }: Props) {
  return (
    <FormSection title={words.timeline} aside={words.timelineAside}>
      <TaskDateField name="startDate" value={values.startDate} error={errors.startDate} set={set} />
      <TaskDateField name="endDate" value={values.endDate} error={errors.endDate} set={set} />
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

type ProgressProps = { value: number; error?: string; set: SetField }

const ProgressField = memo(function ProgressField({ value, error, set }: ProgressProps) {
  return (
    <Field label={TASK_FIELDS.progress.label} error={error}>
      {({ id, ...ids }) => (
        <div className="flex items-center gap-4">
          <Slider
            {...ids}
            label={TASK_FIELDS.progress.label}
            value={value}
            min={0}
            max={100}
            step={PROGRESS_STEP}
            onChange={(percent) => set('progress', percent)}
            valueText={percentText(value)}
          />
          {/* A label can't name the slider's thumb. The slider announces its changes itself. */}
          <output id={id} aria-live="off" className="min-w-9 text-right">
            {percentText(value)}
          </output>
        </div>
      )}
    </Field>
  )
})
