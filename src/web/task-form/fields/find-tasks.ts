import type { ShortTask } from '#domain/tasks/long-texts.ts'
import { containsTyped } from '#domain/text.ts'

/** Maximum number of suggestions. */
const OFFERED_MAX = 50

/**
 * Returns the tasks whose title contains `text` (see `containsTyped`): open tasks first, each group in list order.
 * @param without ids of tasks to leave out
 */
export function findTasks(
  tasks: readonly ShortTask[],
  text: string,
  without: ReadonlySet<string>,
): { found: ShortTask[]; more: number } {
  const matching = tasks.filter((task) => !without.has(String(task.id)) && containsTyped(task.title, text))
  const sorted = [...matching.filter((task) => !task.completed), ...matching.filter((task) => task.completed)]
  return { found: sorted.slice(0, OFFERED_MAX), more: Math.max(0, sorted.length - OFFERED_MAX) }
}
