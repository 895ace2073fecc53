import type { Task } from '../task.ts'
import { type DayTask, isDueBy, isPlannedFor, workLeft } from './day.ts'

type PlannedTask = DayTask & Pick<Task, 'id' | 'priority' | 'position' | 'estimatedTime' | 'elapsedTime'>

/**
 * Returns the tasks that would lighten today's load if moved: planned, neither due nor overdue, and with work left.
 * Starts with the last task of the lowest level.
 * @param zone the IANA time zone for due dates with an offset
 */
export function listMovable<T extends PlannedTask>(
  tasks: readonly T[],
  today: Temporal.PlainDate,
  zone: string,
): T[] {
  return tasks
    .filter((task) => !task.completed && isPlannedFor(task, today) && workLeft(task) > 0)
    .filter((task) => !isDueBy(task, today, zone))
    .toSorted((a, b) => b.priority - a.priority || b.position - a.position)
}

/**
 * Suggests the fewest tasks that free up `excess` when moved; of equally small sets, the first in the given order. If
 * all tasks together free up less than that, suggests all of them.
 * @param excess seconds
 * @returns the ids
 */
export function suggestMoves(movable: readonly PlannedTask[], excess: number): Set<number> {
  // The work of the tasks that haven't been decided yet.
  const works = movable.map(workLeft).toSorted((a, b) => b - a)
  const most = (count: number) => works.slice(0, count).reduce((total, work) => total + work, 0)
  let count = 0
  while (count < works.length && most(count) < excess) count++
  let left = excess
  const moved = movable.filter((task) => {
    const work = workLeft(task)
    const needed = Math.min(left, most(count))
    works.splice(works.indexOf(work), 1)
    if (count === 0 || work + most(count - 1) < needed) return false
    count--
    left -= work
    return true
  })
  return new Set(moved.map(({ id }) => id))
}
