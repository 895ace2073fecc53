import { openByLevel, splitLevel } from '../level.ts'
import type { ShortTask } from '../long-texts.ts'

/** The task fields that decide whether the task has a slot. */
export type Placed = Pick<ShortTask, 'id' | 'priority' | 'position' | 'completed'>

/** Returns the waiting tasks that now have a slot because other tasks left. Tasks that were moved don't count. */
export function listMovedUp<T extends Placed>(before: readonly Placed[], after: readonly T[]): T[] {
  const waited = new Map(partOfLevels(before, 'waiting').map((task) => [task.id, task]))
  if (waited.size === 0) return []
  return partOfLevels(after, 'holding').filter(({ id, priority, position }) => {
    const was = waited.get(id)
    return was?.priority === priority && was.position === position
  })
}

function partOfLevels<T extends Placed>(tasks: readonly T[], part: 'holding' | 'waiting'): T[] {
  return [...openByLevel(tasks)].flatMap(([level, places]) => splitLevel(level, places)[part])
}
