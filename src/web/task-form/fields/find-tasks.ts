import type { ShortTask } from '#domain/tasks/long-texts.ts'

/** Maximum number of suggestions. */
const OFFERED_MAX = 50

/**
 * Returns the tasks whose title contains `text`, ignoring case: open tasks first, each group in list order.
 * @param without ids of tasks to leave out
 */
export function findTasks(
  tasks: readonly ShortTask[],
  text: string,
  without: ReadonlySet<string>,
): { found: ShortTask[]; more: number } {
  const wanted = text.trim().toLowerCase()
  const matching = tasks.filter(
    (task) => !without.has(String(task.id)) && task.title.toLowerCase().includes(wanted),
  )
  const sorted = [...matching.filter((task) => !task.completed), ...matching.filter((task) => task.completed)]
  return { found: sorted.slice(0, OFFERED_MAX), more: Math.max(0, sorted.length - OFFERED_MAX) }
}
