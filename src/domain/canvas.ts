import { type Edits, formValues, isSame } from './edits.ts'
import { type Task, type TaskPatch, taskPatchSchema } from './task.ts'

/** What the work canvas lets a person write: texts as typed, '' for nothing. */
export type CanvasValues = { clearGoals: string; notes: string; nextSteps: string }

export type CanvasField = keyof CanvasValues
export type CanvasEdits = Edits<CanvasValues>
export type CanvasErrors = Partial<Record<CanvasField, string>>

export const CANVAS_FIELDS = ['clearGoals', 'notes', 'nextSteps'] as const satisfies readonly CanvasField[]

export function taskToCanvas(task: Task): CanvasValues {
  return { clearGoals: task.clearGoals ?? '', notes: task.notes ?? '', nextSteps: task.nextSteps ?? '' }
}

/** What is wrong with the texts, by field; empty when they can be sent. The limits are those of the API's own schema. */
export function checkCanvas(values: CanvasValues): CanvasErrors {
  const checked = taskPatchSchema.safeParse(values)
  const errors: CanvasErrors = {}
  for (const { path, message } of checked.error?.issues ?? []) {
    const field = CANVAS_FIELDS.find((field) => field === path[0])
    if (field) errors[field] ??= message
  }
  return errors
}

/** The part of a body that changes the texts: only those in which the person says something else than the task. */
export function canvasToPatch(task: Task, edits: CanvasEdits): TaskPatch {
  const values = formValues(taskToCanvas(task), edits)
  const changed = CANVAS_FIELDS.filter((field) => !isSame(values[field], task[field]))
  return Object.fromEntries(changed.map((field) => [field, values[field] || null]))
}
