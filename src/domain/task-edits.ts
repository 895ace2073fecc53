import type { Task, TaskPatch } from './task.ts'
import { type TaskField, type TaskFormValues, formFields, taskToForm } from './task-form.ts'

/**
 * What a person changed in an open form. `mine` lies over the loaded row, so that a change of the row that arrives
 * meanwhile shows in every field not in it; `seen` is what the row held there when the change began.
 */
export type TaskEdits = { mine: Partial<TaskFormValues>; seen: Partial<TaskFormValues> }

export const NO_EDITS: TaskEdits = { mine: {}, seen: {} }

/** What the form shows: the row, and over it what was changed. */
export function formValues(row: TaskFormValues, edits: TaskEdits): TaskFormValues {
  return { ...row, ...edits.mine }
}

/** The edits after `field` was given `value`. A field put back to what the row holds is no edit any more. */
export function editField<F extends TaskField>(
  edits: TaskEdits,
  row: TaskFormValues,
  field: F,
  value: TaskFormValues[F],
): TaskEdits {
  if (isSame(value, row[field])) return takeTheirs(edits, field)
  const seen = field in edits.seen ? edits.seen : { ...edits.seen, [field]: row[field] }
  return { mine: { ...edits.mine, [field]: value }, seen }
}

/** The fields in which the form says something else than the row. */
export function editedFields(row: TaskFormValues, edits: TaskEdits): TaskField[] {
  return (Object.keys(edits.mine) as TaskField[]).filter((field) => !isSame(edits.mine[field], row[field]))
}

/** The edited fields in which the row has changed since, and not to the same value. */
export function conflictingFields(row: TaskFormValues, edits: TaskEdits): TaskField[] {
  return editedFields(row, edits).filter((field) => !isSame(edits.seen[field], row[field]))
}

/** Settles a conflict for the person's own text: the row's present value has been seen. */
export function keepMine(edits: TaskEdits, row: TaskFormValues, field: TaskField): TaskEdits {
  return { mine: edits.mine, seen: { ...edits.seen, [field]: row[field] } }
}

/** Settles a conflict for the row: the person's own text in this field is dropped. */
export function takeTheirs(edits: TaskEdits, field: TaskField): TaskEdits {
  const { [field]: _mine, ...mine } = edits.mine
  const { [field]: _seen, ...seen } = edits.seen
  return { mine, seen }
}

/** The edits after others were saved: what was typed since then is left. */
export function withoutSaved(edits: TaskEdits, saved: TaskEdits): TaskEdits {
  return (Object.keys(saved.mine) as TaskField[])
    .filter((field) => isSame(edits.mine[field], saved.mine[field]))
    .reduce(takeTheirs, edits)
}

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

/** Whether two values of a field are the same to the person who reads them: an unset text is an empty one. */
function isSame(a: unknown, b: unknown): boolean {
  if (Array.isArray(a) && Array.isArray(b))
    return a.length === b.length && a.every((entry, i) => entry === b[i])
  return (a ?? '') === (b ?? '')
}

/** The fields of the body that follow from one field of the form. */
function fieldsOf(field: TaskField): (keyof ReturnType<typeof formFields> | 'attachments')[] {
  if (field === 'removedAttachments') return ['attachments']
  if (field === 'hours' || field === 'minutes') return ['estimatedTime']
  if (field === 'category') return ['category', 'projectName']
  if (field === 'isRecurring') return ['isRecurring', 'recurrenceFrequency', 'recurrenceForwardContent']
  return [field]
}
