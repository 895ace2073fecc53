import { CATEGORY_PROJECT } from './category.ts'
import type { Task } from './task.ts'
import { foldCase } from './text.ts'

/** What the person wants to see. There is a project only when the category is Project. Source: specification 4. */
export type TaskFilter = { category: string | null; project: string | null }

/** What the rules about filters need to know of a task. */
type Filtered = Pick<Task, 'category' | 'projectName'>

export const NO_FILTER: TaskFilter = { category: null, project: null }

/** The filter that two texts from outside mean, such as those of an address; an empty one is none. */
export function readFilter(category: string | null, project: string | null): TaskFilter {
  return {
    category: category || null,
    project: (category === CATEGORY_PROJECT && project) || null,
  }
}

/** The filter after a category was chosen: the chosen one again clears it, another one takes the project with it. */
export function chooseCategory(filter: TaskFilter, category: string): TaskFilter {
  return filter.category === category ? NO_FILTER : { category, project: null }
}

/** The filter after a project was chosen, which is always one of the category Project; the chosen one again clears it. */
export function chooseProject(filter: TaskFilter, project: string): TaskFilter {
  return { category: CATEGORY_PROJECT, project: filter.project === project ? null : project }
}

export function clearProject(filter: TaskFilter): TaskFilter {
  return { ...filter, project: null }
}

/** Whether a filter shows a task. Names match exactly. */
export function showsTask({ category, project }: TaskFilter, task: Filtered): boolean {
  if (category !== null && task.category !== category) return false
  return project === null || task.projectName === project
}

/** The tasks a filter shows, in their order; the same list when there is no filter. */
export function filterTasks<T extends Filtered>(tasks: readonly T[], filter: TaskFilter): readonly T[] {
  if (filter.category === null) return tasks
  return tasks.filter((task) => showsTask(filter, task))
}

/**
 * The categories on offer: those of the list, in its order, then any other that a task still carries, or that is
 * chosen, by name. Source: decisions 9.
 */
export function offeredCategories(
  listed: readonly string[],
  tasks: readonly Pick<Task, 'category'>[],
  chosen: string | null,
): string[] {
  const known = new Set(listed)
  const carried = new Set(tasks.map((task) => task.category))
  if (chosen) carried.add(chosen)
  const others = [...carried].filter((name) => !known.has(name)).toSorted(byName)
  return [...known, ...others]
}

/** The projects on offer: the distinct names that tasks of the category Project carry, by name. */
export function offeredProjects(tasks: readonly Filtered[]): string[] {
  const names = tasks.map((task) => (task.category === CATEGORY_PROJECT && task.projectName) || '')
  return [...new Set(names)].filter(Boolean).toSorted(byName)
}

/** The names that contain `text`, without regard to case. */
export function findNames(names: readonly string[], text: string): string[] {
  const wanted = foldCase(text)
  return names.filter((name) => foldCase(name).includes(wanted))
}

/** How many open tasks each category has. */
export function countOpenByCategory(
  tasks: readonly Pick<Task, 'category' | 'completed'>[],
): Map<string, number> {
  const counts = new Map<string, number>()
  for (const { category, completed } of tasks)
    if (!completed) counts.set(category, (counts.get(category) ?? 0) + 1)
  return counts
}

/** The page's title: 'Project: Billing', 'Meeting Tasks' or 'All Tasks'. Source: specification 2. */
export function filterTitle({ category, project }: TaskFilter): string {
  if (project !== null) return `Project: ${project}`
  return category === null ? 'All Tasks' : `${category} Tasks`
}

/** What is said where a filter shows no task. Source: specification 2. */
export function noTasksMessage({ category, project }: TaskFilter): string {
  if (project !== null) return `No tasks found in the "${project}" project.`
  return category === null ? 'No tasks found.' : `No tasks found in the "${category}" category.`
}

function byName(a: string, b: string): number {
  return a.localeCompare(b)
}
