import type { TaskFormValues } from '../tasks/task-form.ts'
import { TASK_LEADS } from '../tasks/task-leads.ts'
import type { TaskPatch } from '../tasks/task.ts'
import type { FieldKinds } from './conflict.ts'

/** How the fields of a task depend on each other when two devices change it. */
export const TASK_KINDS: FieldKinds<TaskPatch> = {
  leads: TASK_LEADS,
  sums: ['elapsedTime'],
  sets: ['attachments'],
  latest: ['plannedFor'],
  carried: { position: 'priority' },
}

/** How the fields of the task form depend on each other. The form has two fields for an estimate. */
export const TASK_FORM_KINDS: FieldKinds<TaskFormValues> = {
  // The form checks the dates itself.
  leads: { ...TASK_LEADS, startDate: [], hours: ['minutes'] },
}
