import { useId, useState } from 'react'

import { formatDay, readDate } from '#domain/due-date.ts'
import { levelName } from '#domain/priority.ts'
import type { TaskField, TaskFormValues } from '#domain/task-form.ts'
import type { Task } from '#domain/task.ts'

import { Button } from '../../ui/button.tsx'
import { Note } from '../../ui/note.tsx'
import type { TaskFormState } from '../use-task-form.ts'

type Props = { form: TaskFormState; row: TaskFormValues; tasks: readonly Task[] }

/** Says that the row has changed under the person's text, and lets them choose, field by field. */
export function ChangedNote({ form, row, tasks }: Props) {
  const id = useId()
  const [isShown, show] = useState(false)
  const isChanged = form.conflicts.length > 0
  return (
    <div className={isChanged ? 'sticky -top-2 z-1 -mt-2 bg-raised pt-2 pb-4' : ''}>
      <div aria-live="polite">
        {isChanged && (
          <Note
            tone="warn"
            action={
              <button
                type="button"
                aria-expanded={isShown}
                aria-controls={isShown ? id : undefined}
                className="w-fit shrink-0 rounded-xs border-b border-control font-medium hover:border-fg touch:min-h-6"
                onClick={() => show(!isShown)}
              >
                {isShown ? 'Hide the difference' : 'Show the difference'}
              </button>
            }
          >
            This task changed in another window. Your text is kept.
          </Note>
        )}
      </div>
      {isChanged && isShown && (
        <div
          id={id}
          className="mx-2 max-h-[40dvh] overflow-y-auto rounded-b-md border border-t-0 border-warn-edge px-3"
        >
          {form.conflicts.map((field) => (
            <Difference key={field} field={field} form={form} row={row} tasks={tasks} />
          ))}
        </div>
      )}
    </div>
  )
}

function Difference({ field, form, row, tasks }: Props & { field: TaskField }) {
  const label = LABELS[field]
  return (
    <fieldset
      aria-label={`${label}, changed elsewhere`}
      className="min-w-0 border-t border-line py-3 text-label leading-5 first:border-t-0"
    >
      <h3 className="font-medium">{label}</h3>
      <dl className="grid grid-cols-[auto_minmax(0,1fr)] gap-x-3">
        <dt className="text-fg-2">Theirs</dt>
        <dd className="max-h-30 overflow-y-auto wrap-anywhere whitespace-pre-wrap">
          {valueText(row, field, tasks)}
        </dd>
        <dt className="text-fg-2">Yours</dt>
        <dd className="max-h-30 overflow-y-auto wrap-anywhere whitespace-pre-wrap">
          {valueText(form.values, field, tasks)}
        </dd>
      </dl>
      <div className="mt-2 flex gap-2">
        <Button variant="secondary" size="sm" onClick={() => form.takeTheirs(field)}>
          Use theirs
        </Button>
        <Button variant="secondary" size="sm" onClick={() => form.keepMine(field)}>
          Keep yours
        </Button>
      </div>
    </fieldset>
  )
}

const LABELS: Record<TaskField, string> = {
  completed: 'Mark as completed',
  title: 'Task Title',
  description: 'Description',
  category: 'Category',
  projectName: 'Project Name',
  dueDate: 'Due Date',
  priority: 'Priority Level',
  hours: 'Hours',
  minutes: 'Minutes',
  startDate: 'Start Date',
  endDate: 'End Date',
  progress: 'Progress',
  dependencies: 'Depends on',
  removedAttachments: 'Attached Files',
  isRecurring: 'Recurring task',
  recurrenceFrequency: 'Frequency',
  recurrenceForwardContent: 'Carry goals, notes, next steps and attachments forward',
}

function valueText(values: TaskFormValues, field: TaskField, tasks: readonly Task[]): string {
  const value = values[field]
  if (field === 'priority') return `P${values.priority} ${levelName(values.priority)}`
  if (field === 'progress') return `${values.progress}%`
  if (typeof value === 'boolean') return value ? 'Yes' : 'No'
  if (Array.isArray(value)) {
    const titles = value.map((id) => tasks.find((task) => String(task.id) === id)?.title ?? `Task ${id}`)
    return titles.join(', ') || 'None'
  }
  const date = typeof value === 'string' && field !== 'title' ? readDate(value) : null
  return date ? formatDay(date) : String(value) || 'Empty'
}
