import { hasRoom, nearestLevelWithRoom } from './level.ts'
import { type Level, slotsAtLevel } from './priority.ts'
import type { Task } from './task.ts'

/** What a task in a form has to do with slots: its level, and whether it is done. */
type Place = Pick<Task, 'priority' | 'completed'>

/** How a level stands for the task of the form. */
export type SlotStanding = {
  /** Open tasks at the level, this one too when it is there. */
  taken: number
  slots: number
  /** Open tasks at the level with this one among them. */
  after: number
  /** `over`: it may be added although there is no room. `refused`: it may not be moved here. */
  standing: 'room' | 'over' | 'refused'
  /** The nearest level that has room, when this one has none. */
  alternative: { level: Level; free: number } | null
}

/**
 * Whether the level chosen in the form has room. Capture is never refused, a move is; a completed task holds no slot.
 * @param task the row being edited, null for a new task
 * @param chosen what the form holds
 */
export function slotStanding(
  task: Place | null,
  chosen: Place,
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

/** The open tasks at a level without the one being edited, which gives its slot up when it moves. */
export function otherOpenCounts(
  task: Place | null,
  openCountAt: (level: Level) => number,
): (level: Level) => number {
  return (level) => openCountAt(level) - (task && !task.completed && task.priority === level ? 1 : 0)
}
