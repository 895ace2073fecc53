import { foldCase, isSameName } from '../text.ts'

export const CATEGORY_DEFAULT = 'Task'
export const CATEGORY_PROJECT = 'Project'

/** The default categories, which can't be removed, in display order. */
export const DEFAULT_CATEGORIES = [
  'Task',
  'Project',
  'Meeting',
  'Appointment',
  'Reminder',
  'Deadline',
] as const

/** The badge colors. A category without its own color is neutral. */
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

/** Returns the categories without the removed ones and with the added ones at the end, without duplicates. */
export function changeCategories(
  categories: readonly string[],
  { added = [], removed = [] }: { added?: readonly string[]; removed?: readonly string[] },
): string[] {
  const gone = new Set(removed.map(categoryKey))
  const changed = categories.filter((name) => !gone.has(categoryKey(name)))
  for (const name of added) if (!isAmong(name, changed)) changed.push(name)
  return changed
}

/** Returns the key that identifies a category, ignoring case. */
export const categoryKey = foldCase

/** Returns whether a name is in the list, ignoring case and repeated spaces. */
export function isAmong(name: string, categories: readonly string[]): boolean {
  return categories.some((other) => isSameName(other, name))
}

/** Returns whether this is a default category, ignoring case. */
export function isDefaultCategory(name: string): boolean {
  return isAmong(name, DEFAULT_CATEGORIES)
}
