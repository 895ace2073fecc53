import { CATEGORY_DEFAULT, CATEGORY_PROJECT } from '../../categories/category.ts'
import { type Estimate, estimateText } from '../../duration.ts'
import { LEVEL_DEFAULT, type Level } from '../priority.ts'
import type { RecurrenceFrequency } from '../recurrence.ts'
import type { TaskDraftInput } from '../task-draft.ts'
import type { PartValues, QuickAdd } from './quick-add.ts'

/** The task's values from the line. Absent parts are null. */
export type QuickValues = {
  title: string
  due: string | null
  plan: string | null
  estimate: Estimate | null
  level: Level
  category: string
  project: string | null
  recurrence: RecurrenceFrequency | null
}

/**
 * Returns the values of the task. A project without a category sets the category to Project.
 * @param preset the level where the line was opened, or null for the default
 */
export function quickValues({ title, parts }: QuickAdd, preset: Level | null): QuickValues {
  const values: Partial<PartValues> = Object.fromEntries(parts.map(({ kind, value }) => [kind, value]))
  const { due = null, plan = null, estimate = null, project = null, recurrence = null } = values
  return {
    title,
    due,
    plan,
    estimate,
    level: values.level ?? preset ?? LEVEL_DEFAULT,
    category: project === null ? (values.category ?? CATEGORY_DEFAULT) : CATEGORY_PROJECT,
    project,
    recurrence,
  }
}

/** Returns the request body that creates the task. */
export function quickDraft(values: QuickValues): TaskDraftInput {
  const { title, due, plan, estimate, level, category, project, recurrence } = values
  return {
    title,
    priority: level,
    category,
    projectName: project,
    dueDate: due,
    plannedFor: plan,
    estimatedTime: estimate && estimateText(estimate),
    isRecurring: recurrence !== null,
    recurrenceFrequency: recurrence,
  }
}
