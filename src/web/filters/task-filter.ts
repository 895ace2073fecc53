import { CATEGORY_PROJECT } from '#domain/categories/category.ts'
import { type DayTask, makeDayFilter } from '#domain/tasks/day/day.ts'
import type { ShortTask } from '#domain/tasks/long-texts.ts'
import { compareNames, containsTyped, nameKey } from '#domain/text.ts'

import * as words from './words.ts'

/** The chosen filters. `project` is set only if the category is Project. Source: specification 4. */
export type TaskFilter = {
  category: string | null
  project: string | null
  /** 'today' shows only tasks that are planned for today, due today or overdue. */
  day: 'today' | null
}

type Filtered = DayTask & Pick<ShortTask, 'category' | 'projectName'>

/** The viewer's calendar day and IANA time zone, which the filter for today needs. */
export type Viewer = { today: Temporal.PlainDate; zone: string }

export const NO_FILTER: TaskFilter = { category: null, project: null, day: null }

/** Returns the filter for three query parameters. Empty or unknown parameters are ignored. */
export function readFilter(category: string | null, project: string | null, day: string | null): TaskFilter {
  return {
    category: category || null,
    project: (category === CATEGORY_PROJECT && project) || null,
    day: day === 'today' ? day : null,
  }
}

/** Returns the filter after choosing a category, without a project. Choosing the current category clears it. */
export function chooseCategory(filter: TaskFilter, category: string): TaskFilter {
  const isChosen = nameKey(category) === nameKey(filter.category)
  return isChosen ? clearCategory(filter) : { ...filter, category, project: null }
}

/** Returns the filter after choosing a project, with the category Project. Choosing the current project clears it. */
export function chooseProject(filter: TaskFilter, project: string): TaskFilter {
  const isChosen = nameKey(project) === nameKey(filter.project)
  return { ...filter, category: CATEGORY_PROJECT, project: isChosen ? null : project }
}

/** Returns the filter with the Today chip turned on or off. */
export function toggleToday(filter: TaskFilter): TaskFilter {
  return { ...filter, day: filter.day ? null : 'today' }
}

export function clearCategory(filter: TaskFilter): TaskFilter {
  return { ...filter, category: null, project: null }
}

export function clearProject(filter: TaskFilter): TaskFilter {
  return { ...filter, project: null }
}

export function isFiltering({ category, day }: TaskFilter): boolean {
  return category !== null || day !== null
}

/** Returns whether a filter shows a task. Names that differ only in case, spaces or Unicode form match. */
export function showsTask(filter: TaskFilter, task: Filtered, viewer: Viewer): boolean {
  return filterTasks([task], filter, viewer).length > 0
}

/** Returns the tasks a filter shows, in their order; the same array if there is no filter. */
export function filterTasks<T extends Filtered>(
  tasks: readonly T[],
  filter: TaskFilter,
  { today, zone }: Viewer,
): readonly T[] {
  if (!isFiltering(filter)) return tasks
  const [category, project, day] = [nameKey(filter.category), nameKey(filter.project), filter.day]
  const isOnDay = day && makeDayFilter(today, zone)
  return tasks.filter(
    (task) =>
      (!category || nameKey(task.category) === category) &&
      (!project || nameKey(task.projectName) === project) &&
      (!isOnDay || isOnDay(task)),
  )
}

/**
 * Returns the categories to choose from: the listed categories in their order, then others that are chosen or that a task
 * still has, sorted by name. Source: decisions 9.
 */
export function offeredCategories(
  listed: readonly string[],
  tasks: readonly Pick<ShortTask, 'category'>[],
  chosen: string | null,
): string[] {
  const carried = new Set([...tasks.map((task) => task.category), ...(chosen ? [chosen] : [])])
  const known = new Set(listed.map(nameKey))
  const others = distinct([...carried]).filter((name) => !known.has(nameKey(name)))
  return [...distinct(listed), ...others.toSorted(compareNames)]
}

/** Returns the project names of tasks in the category Project, sorted, without duplicates. */
export function offeredProjects(tasks: readonly Pick<ShortTask, 'category' | 'projectName'>[]): string[] {
  const names = tasks.map((task) => (task.category === CATEGORY_PROJECT && task.projectName) || '')
  return distinct(names.filter(Boolean)).toSorted(compareNames)
}

/** Keeps the first of several names that differ only in case or Unicode form. */
function distinct(names: readonly string[]): string[] {
  return [...new Map(names.toReversed().map((name) => [nameKey(name), name])).values()].toReversed()
}

/** Returns the names that contain `text`, ignoring case, and ignoring accents if `text` has none. */
export function findNames(names: readonly string[], text: string): string[] {
  return names.filter((name) => containsTyped(name, text))
}

/** Returns a function that counts the open tasks of a category or project, ignoring the case of its name. */
export function countOpenBy(
  field: 'category' | 'projectName',
  tasks: readonly Pick<ShortTask, 'category' | 'projectName' | 'completed'>[],
): (name: string) => number {
  const open = tasks.filter(({ completed }) => !completed)
  const byName = Map.groupBy(open, (task) => nameKey(task[field]))
  return (name) => byName.get(nameKey(name))?.length ?? 0
}

/** Returns the page's title: 'Project: Billing', 'Meeting Tasks' or 'All Tasks'. */
export function filterTitle({ category, project }: TaskFilter): string {
  if (project !== null) return words.projectTasks(project)
  return category === null ? words.allTasks : words.categoryTasks(category)
}

export function noTasksMessage({ category, project, day }: TaskFilter): string {
  if (day) return words.nothingForToday
  if (project !== null) return words.noTasksInProject(project)
  return category === null ? words.noTasks : words.noTasksInCategory(category)
}
