import { hasRoom, openByLevel, splitLevel } from '#domain/tasks/level.ts'
import { LEVELS, type Level } from '#domain/tasks/priority.ts'
import type { ShortTask } from '#domain/tasks/long-texts.ts'

import { findById } from '../../sync/runner/outbox.ts'

/** A level on the board. `holding` and `waiting` are the visible tasks, in order. */
export type Lane = {
  level: Level
  /** The number of open tasks, including those that the filters hide. */
  taken: number
  holding: ShortTask[]
  waiting: ShortTask[]
  /** The length of the waiting line, including hidden tasks. */
  waitingCount: number
}

/** The result of dropping a task on a level. `after` is the number of open tasks after the drop. */
export type Drop =
  | { level: Level; allowed: true; taken: number; after: number }
  | { level: Level; allowed: false; taken: number; reason: 'full' | 'here' }

/**
 * Returns the ten lanes, most urgent first.
 * @param tasks all of the user's tasks
 * @param shown the tasks that match the filters
 */
export function lanesOfBoard(tasks: readonly ShortTask[], shown: readonly ShortTask[] = tasks): Lane[] {
  const open = openByLevel(tasks)
  const shownIds = shown === tasks ? null : new Set(shown.map((task) => task.id))
  const isShown = (task: ShortTask) => shownIds?.has(task.id) ?? true
  return LEVELS.map((level) => {
    const places = open.get(level) ?? []
    const { holding, waiting } = splitLevel(level, places)
    return {
      level,
      taken: places.length,
      holding: holding.filter(isShown),
      waiting: waiting.filter(isShown),
      waitingCount: waiting.length,
    }
  })
}

/** Returns whether two lanes look the same. A change makes ten new lanes, but only those that differ are rendered. */
export function isSameLane(a: Lane, b: Lane): boolean {
  const isSame = (key: 'holding' | 'waiting') =>
    a[key].length === b[key].length && a[key].every((task, index) => task === b[key][index])
  return a.taken === b.taken && a.waitingCount === b.waitingCount && isSame('holding') && isSame('waiting')
}

/** Returns whether a lane has visible cards. The board omits bands without any. */
export function hasCards(lane: Lane): boolean {
  return lane.holding.length > 0 || lane.waiting.length > 0
}

export function findInLanes(lanes: readonly Lane[], taskId: number): ShortTask | undefined {
  const shown = lanes.flatMap(({ holding, waiting }) => [...holding, ...waiting])
  return findById(shown, taskId)
}

/** Returns the ids of the visible tasks at a level, in order. */
export function shownIds({ holding, waiting }: Pick<Lane, 'holding' | 'waiting'>): number[] {
  return [...holding, ...waiting].map(({ id }) => id)
}

/** Returns the result of a drop. The task's own level and full levels reject the drop. Source: specification 4. */
export function dropOnLevel(task: Pick<ShortTask, 'priority'>, level: Level, taken: number): Drop {
  if (task.priority === level) return { level, taken, allowed: false, reason: 'here' }
  if (!hasRoom(level, taken)) return { level, taken, allowed: false, reason: 'full' }
  return { level, taken, allowed: true, after: taken + 1 }
}
