import { isSame } from '#domain/sync/conflict.ts'
import { type Edits, NO_EDITS, editedFields, formValues } from '../drafts/edits.ts'
import type { Task, TaskPatch } from '#domain/tasks/task.ts'
import { type TaskField, type TaskFormValues, formFields, taskToForm } from '#domain/tasks/task-form.ts'

export type TaskEdits = Edits<TaskFormValues>

/** Returns a new task's edits with its form's level, because another form can restore them. */
export function withOwnLevel(row: TaskFormValues, edits: TaskEdits): TaskEdits {
  if (editedFields(row, edits).length === 0) return NO_EDITS
  return { ...edits, mine: { priority: row.priority, ...edits.mine } }
}

/**
 * Returns a patch with only the changed fields and the fields that depend on them.
 * @param edits with dates in stored form
 */
export function formToPatch(task: Task, edits: TaskEdits): TaskPatch {
  const values = formValues(taskToForm(task), edits)
  const attachments = task.attachments.filter((name) => !values.removedAttachments.includes(name))
  const fields = { ...formFields(values), attachments }
  const patch: TaskPatch = {}
  for (const name of (Object.keys(edits.mine) as TaskField[]).flatMap(fieldsOf))
    if (!isSame(fields[name], task[name])) Object.assign(patch, { [name]: fields[name] })
  return patch
}

/** Returns the patch fields that depend on a form field. */
function fieldsOf(field: TaskField): (keyof ReturnType<typeof formFields> | 'attachments')[] {
  if (field === 'removedAttachments') return ['attachments']
  if (field === 'hours' || field === 'minutes') return ['estimatedTime']
  if (field === 'category') return ['category', 'projectName']
  if (field === 'isRecurring') return ['isRecurring', 'recurrenceFrequency', 'recurrenceForwardContent']
  return [field]
}
