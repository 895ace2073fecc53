import { requiredText } from './text.ts'

export const CATEGORY_LENGTH_MAX = 30
export const CATEGORY_DEFAULT = 'Task'
export const CATEGORY_PROJECT = 'Project'

/** The categories everybody has, in the order they are offered. They cannot be removed. */
export const DEFAULT_CATEGORIES = [
  'Task',
  'Project',
  'Meeting',
  'Appointment',
  'Reminder',
  'Deadline',
] as const

/** The colours a badge can have; every category without one of its own is neutral. */
export type CategoryColor = 'project' | 'meeting' | 'appointment' | 'deadline' | 'reminder' | 'neutral'

const COLORS: Record<string, CategoryColor> = {
  Project: 'project',
  Meeting: 'meeting',
  Appointment: 'appointment',
  Deadline: 'deadline',
  Reminder: 'reminder',
}

export function categoryColor(name: string): CategoryColor {
  return Object.hasOwn(COLORS, name) ? (COLORS[name] ?? 'neutral') : 'neutral'
}

export const categoryNameSchema = requiredText(CATEGORY_LENGTH_MAX, {
  what: 'Category name',
  required: 'Category name cannot be empty',
  tooLong: `Category name must be ${CATEGORY_LENGTH_MAX} characters or fewer`,
})
