import { formatDay, readDate } from '#domain/due-date.ts'
import { levelName } from '#domain/priority.ts'
import type { TaskField, TaskFormValues } from '#domain/task-form.ts'
import type { Task } from '#domain/task.ts'

import type { Difference } from './changed-note.tsx'

/** What the fields that were changed elsewhere say there and here, in words. */
export function taskDifferences(
  fields: readonly TaskField[],
  row: TaskFormValues,
  values: TaskFormValues,
  tasks: readonly Task[],
): Difference<TaskField>[] {
  return fields.map((field) => ({
    field,
    label: LABELS[field],
    theirs: valueText(row, field, tasks),
    yours: valueText(values, field, tasks),
  }))
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
