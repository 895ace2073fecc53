import { hasRoom, nearestLevelWithRoom } from '#domain/tasks/level.ts'
import { type Level, slotsAtLevel } from '#domain/tasks/priority.ts'
import type { ShortTask } from '#domain/tasks/long-texts.ts'

/** The task fields that decide whether the task needs a slot. */
type Choice = Pick<ShortTask, 'priority' | 'completed'>

export type SlotStanding = {
  /** Open tasks at the level, before the move. */
  taken: number
  slots: number
  /** Open tasks at the level once this one joins. */
  after: number
  /** `over`: a new task can join the full level. `refused`: an existing task can't move there. */
  standing: 'room' | 'over' | 'refused'
  /** The nearest level with room, if this one is full. */
  alternative: { level: Level; free: number } | null
}

/**
 * Returns whether the chosen level can take the task. A full level rejects moves but not new tasks; completed tasks
 * hold no slot.
 * @param task the edited task, or null for a new one
 */
export function slotStanding(
  task: Choice | null,
  chosen: Choice,
  openCountAt: (level: Level) => number,
): SlotStanding {
  const level = chosen.priority
  const others = otherOpenCounts(task, openCountAt)
  const here = { taken: openCountAt(level), slots: slotsAtLevel(level), after: others(level) + 1 }
  const stays = task !== null && !task.completed && task.priority === level
  if (chosen.completed || stays || hasRoom(level, others(level)))
    return { ...here, standing: 'room', alternative: null }
  const nearest = nearestLevelWithRoom(level, others)
  return {
    ...here,
    standing: task === null || task.completed ? 'over' : 'refused',
    alternative: nearest && { level: nearest, free: slotsAtLevel(nearest) - others(nearest) },
  }
}

/** Returns the number of open tasks at each level, ignoring filters. */
export function countOpen(tasks: readonly Choice[]): (level: Level) => number {
  const counts = new Map<Level, number>()
  for (const { completed, priority } of tasks)
    if (!completed) counts.set(priority, (counts.get(priority) ?? 0) + 1)
  return (level) => counts.get(level) ?? 0
}

/** Returns the open tasks of each level without the edited one, which frees its slot when it moves. */
export function otherOpenCounts(
  task: Choice | null,
  openCountAt: (level: Level) => number,
): (level: Level) => number {
  return (level) => openCountAt(level) - (task && !task.completed && task.priority === level ? 1 : 0)
}
