import { isSame } from '#domain/sync/conflict.ts'
import { type Edits, formValues } from '../drafts/edits.ts'
import { type Task, type TaskPatch, taskPatchSchema } from '#domain/tasks/task.ts'

/** The text fields of the work canvas; '' when empty. */
export type CanvasValues = { clearGoals: string; notes: string; nextSteps: string }

export type CanvasField = keyof CanvasValues
export type CanvasEdits = Edits<CanvasValues>
export type CanvasErrors = Partial<Record<CanvasField, string>>

export const CANVAS_FIELDS = ['clearGoals', 'notes', 'nextSteps'] as const satisfies readonly CanvasField[]

export function taskToCanvas(task: Task): CanvasValues {
  return { clearGoals: task.clearGoals ?? '', notes: task.notes ?? '', nextSteps: task.nextSteps ?? '' }
}

/** Returns the errors by field, or {} if all fields are valid. Uses the limits of the API's schema. */
export function checkCanvas(values: CanvasValues): CanvasErrors {
  const checked = taskPatchSchema.safeParse(values)
  const errors: CanvasErrors = {}
  for (const { path, message } of checked.error?.issues ?? []) {
    const field = CANVAS_FIELDS.find((field) => field === path[0])
    if (field) errors[field] ??= message
  }
  return errors
}

/** Returns a patch with only the fields that differ from the task. */
export function canvasToPatch(task: Task, edits: CanvasEdits): TaskPatch {
  const values = formValues(taskToCanvas(task), edits)
  const changed = CANVAS_FIELDS.filter((field) => !isSame(values[field], task[field]))
  return Object.fromEntries(changed.map((field) => [field, values[field] || null]))
}
