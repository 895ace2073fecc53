import type { Task } from '#domain/task.ts'

/** How many tasks are offered at once. */
const OFFERED_MAX = 50

/**
 * The tasks whose title contains `text`, without regard to case: open ones first, each in the order of the board.
 * @param without ids of tasks that are not offered
 */
export function findTasks(
  tasks: readonly Task[],
  text: string,
  without: ReadonlySet<string>,
): { found: Task[]; more: number } {
  const wanted = text.trim().toLowerCase()
  const matching = tasks.filter(
    (task) => !without.has(String(task.id)) && task.title.toLowerCase().includes(wanted),
  )
  const sorted = [...matching.filter((task) => !task.completed), ...matching.filter((task) => task.completed)]
  return { found: sorted.slice(0, OFFERED_MAX), more: Math.max(0, sorted.length - OFFERED_MAX) }
}
