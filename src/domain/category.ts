import { foldCase } from './text.ts'

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

export const CATEGORY_EXISTS = 'This category already exists'

/** The categories after some were removed and others added at the end. One that is there already is not added again. */
export function changeCategories(
  categories: readonly string[],
  { added = [], removed = [] }: { added?: readonly string[]; removed?: readonly string[] },
): string[] {
  const gone = new Set(removed.map(categoryKey))
  const changed = categories.filter((name) => !gone.has(categoryKey(name)))
  for (const name of added) if (!isAmong(name, changed)) changed.push(name)
  return changed
}

/** Two names with the same key are one category: names are told apart without regard to case. */
export function categoryKey(name: string): string {
  return foldCase(name)
}

/** Whether a name is one of these, without regard to case. */
export function isAmong(name: string, categories: readonly string[]): boolean {
  const key = categoryKey(name)
  return categories.some((other) => categoryKey(other) === key)
}

/** Whether this is one of the categories everybody has, without regard to case. */
export function isDefaultCategory(name: string): boolean {
  return DEFAULT_KEYS.has(categoryKey(name))
}

const DEFAULT_KEYS = new Set(DEFAULT_CATEGORIES.map(categoryKey))
