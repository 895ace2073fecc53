import { type FormEvent, type KeyboardEvent, type ReactNode, memo, useId, useMemo } from 'react'

import { CATEGORY_PROJECT } from '#domain/category.ts'
import type { Level } from '#domain/priority.ts'
import type { Task } from '#domain/task.ts'

import { RestoredNote } from '../drafts/restored-note.tsx'
import { Field } from '../ui/field.tsx'
import { Input } from '../ui/input.tsx'
import { Textarea } from '../ui/textarea.tsx'
import { CategorySelect } from './fields/category-select.tsx'
import { DueDateField } from './fields/due-date-field.tsx'
import { EffortFields } from './fields/effort-fields.tsx'
import { NextDates } from './fields/next-dates.tsx'
import { PriorityField } from './fields/priority-field.tsx'
import { RecurrenceFields } from './fields/recurrence-fields.tsx'
import { TimelineFields } from './fields/timeline-fields.tsx'
import type { SetField, TaskFormState } from './use-task-form.ts'

type Props = {
  form: TaskFormState
  /** The row being edited, null for a new task. */
  task: Task | null
  tasks: readonly Task[]
  onSubmit: () => void
  /** The part with the files, which are no values of the form. */
  attachments: ReactNode
  /** What stands above the first field. */
  children?: ReactNode
}

/** Every field of a task, essentials first. */
export function TaskForm({ form, task, tasks, onSubmit, attachments, children }: Props) {
  const { values, errors, set } = form
  const openCountAt = useOpenCounts(tasks)
  const submit = (event: FormEvent) => {
    event.preventDefault()
    onSubmit()
  }
  const submitByKey = (event: KeyboardEvent) => {
    if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) submit(event)
  }
  return (
    <form
      id={form.id}
      noValidate
      onSubmit={submit}
      onKeyDownCapture={submitByKey}
      // The note of a conflict stands over the fields, which must not come to rest under it.
      className={
        form.conflicts.length > 0
          ? 'relative [&_button]:scroll-mt-36 [&_input]:scroll-mt-36 [&_textarea]:scroll-mt-36'
          : 'relative'
      }
    >
      {form.restored !== 'no' && (
        <div className="pb-4">
          <RestoredNote restored={form.restored} onDiscard={form.discard} />
        </div>
      )}
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
        <DueDateField value={values.dueDate} error={errors.dueDate} set={set} />
        <PriorityField
          level={values.priority}
          isCompleted={values.completed}
          task={task}
          openCountAt={openCountAt}
          error={errors.priority}
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
      <TimelineFields values={values} errors={errors} ownId={task?.id ?? null} tasks={tasks} set={set} />
      {attachments}
      <RecurrenceFields
        isRecurring={values.isRecurring}
        frequency={values.recurrenceFrequency}
        forwardContent={values.recurrenceForwardContent}
        frequencyError={errors.recurrenceFrequency}
        nextDates={
          <NextDates
            frequency={values.recurrenceFrequency}
            dueDate={values.dueDate}
            startDate={values.startDate}
            endDate={values.endDate}
            task={task}
            first={tasks.find(({ id }) => id === task?.parentTaskId) ?? null}
          />
        }
        set={set}
      />
    </form>
  )
}

/** How many open tasks each level has, whatever the filters show. */
export function useOpenCounts(tasks: readonly Task[]): (level: Level) => number {
  return useMemo(() => {
    const counts = new Map<Level, number>()
    for (const { completed, priority } of tasks)
      if (!completed) counts.set(priority, (counts.get(priority) ?? 0) + 1)
    return (level) => counts.get(level) ?? 0
  }, [tasks])
}

type TextProps = { value: string; error?: string; set: SetField }

const TitleField = memo(function TitleField({ value, error, set }: TextProps) {
  return (
    <Field label="Task Title" error={error}>
      {(ids) => (
        <Input
          {...ids}
          large
          required
          value={value}
          onChange={(event) => set('title', event.target.value)}
          autoComplete="off"
        />
      )}
    </Field>
  )
})

const DescriptionField = memo(function DescriptionField({ value, error, set }: TextProps) {
  return (
    <Field label="Description" optional error={error}>
      {(ids) => (
        <Textarea
          {...ids}
          value={value}
          onChange={(event) => set('description', event.target.value)}
          placeholder="What does done look like?"
        />
      )}
    </Field>
  )
})

type ProjectProps = TextProps & { tasks: readonly Task[] }

const ProjectField = memo(function ProjectField({ value, tasks, error, set }: ProjectProps) {
  const listId = useId()
  const projects = useMemo(
    () => [...new Set(tasks.flatMap(({ projectName }) => projectName ?? []))].toSorted(),
    [tasks],
  )
  return (
    <Field label="Project Name" error={error}>
      {(ids) => (
        <>
          <Input
            {...ids}
            list={listId}
            // The browser's own arrow would take the room of four letters on a phone; the suggestions come by typing.
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
