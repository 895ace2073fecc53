import { type FormEvent, type ReactNode, memo, useDeferredValue, useId, useMemo } from 'react'

import { TASK_FIELDS } from '#domain/tasks/task-fields.ts'
import { CATEGORY_PROJECT } from '#domain/categories/category.ts'
import type { ShortTask } from '#domain/tasks/long-texts.ts'

import { RestoredNote } from '../drafts/restored-note.tsx'
import { offeredProjects } from '../filters/task-filter.ts'
import { Field } from '../ui/field.tsx'
import { Input } from '../ui/input.tsx'
import { TextAreaField, TextField } from '../ui/text-field.tsx'
import { NARROW } from '../ui/use-media-query.ts'
import { CategorySelect } from './fields/category-select.tsx'
import { EffortFields } from './fields/effort-fields.tsx'
import { PlanField } from './fields/plan-field.tsx'
import { PriorityField } from './fields/priority-field.tsx'
import { RecurrenceFields } from './fields/recurrence-fields.tsx'
import { TaskDateField } from './fields/task-date-field.tsx'
import { TimelineFields } from './fields/timeline-fields.tsx'
import type { SetField, TaskFormState } from './use-task-form.ts'
import { type WayChoice, useOpenCounts } from './use-ways.ts'
import { descriptionPlaceholder } from './words.ts'

type Props = {
  form: TaskFormState
  /** The edited task, or null for a new one. */
  task: ShortTask | null
  tasks: readonly ShortTask[]
  onSubmit: () => void
  /** The options at a full level; none for a new task, which joins the waiting line. */
  ways?: WayChoice
  /** The attachments section, which isn't part of the form's values. */
  attachments: ReactNode
  /** Shown above the first field. */
  children?: ReactNode
}

export function TaskForm({ form, task, tasks, onSubmit, ways, attachments, children }: Props) {
  const { values, errors, set } = form
  const openCountAt = useOpenCounts(tasks)
  // On a phone, the part below the fold renders a frame later, so that opening the form doesn't wait for it.
  const isWhole = useDeferredValue(true, !matchMedia(NARROW).matches)
  const submit = (event: FormEvent) => {
    event.preventDefault()
    onSubmit()
  }
  return (
    <form
      id={form.id}
      noValidate
      onSubmit={submit}
      // The conflict note is sticky and must not cover the focused field.
      className={
        form.conflicts.length > 0
          ? 'relative [&_button]:scroll-mt-36 [&_input]:scroll-mt-36 [&_textarea]:scroll-mt-36'
          : 'relative'
      }
    >
      <RestoredNote restored={form.restored} onDiscard={form.discard} className="pb-4" />
      {children}
      <div className="grid gap-4 pb-5">
        <TitleField value={values.title} error={errors.title} set={set} />
        <DescriptionField value={values.description} error={errors.description} set={set} />
        <div className="grid grid-cols-2 items-start gap-x-3 [&>div:only-child]:col-span-2 sm:gap-x-4">
          <CategorySelect value={values.category} tasks={tasks} error={errors.category} set={set} />
          {values.category === CATEGORY_PROJECT && (
            <ProjectField value={values.projectName} tasks={tasks} error={errors.projectName} set={set} />
          )}
        </div>
        <TaskDateField name="dueDate" value={values.dueDate} error={errors.dueDate} set={set} />
        {!values.completed && <PlanField value={values.plannedFor} set={set} />}
        <PriorityField
          level={values.priority}
          isCompleted={values.completed}
          task={task}
          openCountAt={openCountAt}
          error={errors.priority}
          ways={ways}
          set={set}
        />
      </div>
      <EffortFields
        hours={values.hours}
        minutes={values.minutes}
        hoursError={errors.hours}
        minutesError={errors.minutes}
        set={set}
      />
      {isWhole && (
        <>
          <TimelineFields values={values} errors={errors} ownId={task?.id ?? null} tasks={tasks} set={set} />
          {attachments}
          <RecurrenceFields values={values} errors={errors} set={set} task={task} tasks={tasks} />
        </>
      )}
    </form>
  )
}

type TextProps = { value: string; error?: string; set: SetField }

const TitleField = memo(function TitleField({ value, error, set }: TextProps) {
  return (
    <TextField
      label={TASK_FIELDS.title.label}
      error={error}
      large
      required
      value={value}
      onChange={(event) => set('title', event.target.value)}
      autoComplete="off"
    />
  )
})

const DescriptionField = memo(function DescriptionField({ value, error, set }: TextProps) {
  return (
    <TextAreaField
      label={TASK_FIELDS.description.label}
      optional
      error={error}
      value={value}
      onChange={(event) => set('description', event.target.value)}
      placeholder={descriptionPlaceholder}
    />
  )
})

type ProjectProps = TextProps & { tasks: readonly ShortTask[] }

export const ProjectField = memo(function ProjectField({ value, tasks, error, set }: ProjectProps) {
  const listId = useId()
  const projects = useMemo(() => offeredProjects(tasks), [tasks])
  return (
    <Field label={TASK_FIELDS.projectName.label} error={error}>
      {(ids) => (
        <>
          <Input
            {...ids}
            list={listId}
            // The browser's arrow needs too much space on a phone; suggestions appear while typing.
            className="[&_input::-webkit-calendar-picker-indicator]:hidden!"
            value={value}
            onChange={(event) => set('projectName', event.target.value)}
            autoComplete="off"
          />
          <datalist id={listId}>
            {projects.map((name) => (
              <option key={name} value={name}>
                {name}
              </option>
            ))}
          </datalist>
        </>
      )}
    </Field>
  )
})
