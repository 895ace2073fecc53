import { type Edits, formValues, isSame } from './edits.ts'
import type { Task, TaskPatch } from './task.ts'
import { type TaskField, type TaskFormValues, formFields, taskToForm } from './task-form.ts'

/** What a person changed in the form of a task. */
export type TaskEdits = Edits<TaskFormValues>

/**
 * The body that changes the task: only what the person changed and what follows from it.
 * @param dueDate the due date as it is to be stored, should it be among the changes
 */
export function formToPatch(task: Task, edits: TaskEdits, dueDate: string): TaskPatch {
  const values = formValues(taskToForm(task), edits)
  const attachments = task.attachments.filter((name) => !values.removedAttachments.includes(name))
  const fields = { ...formFields(values, dueDate), attachments }
  const patch: TaskPatch = {}
  for (const name of (Object.keys(edits.mine) as TaskField[]).flatMap(fieldsOf))
    if (!isSame(fields[name], task[name])) Object.assign(patch, { [name]: fields[name] })
  return patch
}

/** The fields of the body that follow from one field of the form. */
function fieldsOf(field: TaskField): (keyof ReturnType<typeof formFields> | 'attachments')[] {
  if (field === 'removedAttachments') return ['attachments']
  if (field === 'hours' || field === 'minutes') return ['estimatedTime']
  if (field === 'category') return ['category', 'projectName']
  if (field === 'isRecurring') return ['isRecurring', 'recurrenceFrequency', 'recurrenceForwardContent']
  return [field]
}
