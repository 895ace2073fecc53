import { TenfoldError, invalid, notFound } from '../error.ts'
import { type Level, slotsAtLevel } from './priority.ts'
import type { ShortTask } from './long-texts.ts'
import type { LevelOrder, Task } from './task.ts'

/** The fields of an open task that the ordering rules read. */
export type Place = Pick<Task, 'id' | 'position'>

/** Compares tasks by their order within a level: by position, ties by id. */
export function comparePlaces(a: Place, b: Place): number {
  return a.position - b.position || a.id - b.id
}

/** Returns the open tasks at `level`, in order. Completed tasks hold no slot. */
export function openTasksAtLevel<T extends ShortTask>(tasks: readonly T[], level: Level): T[] {
  return tasks.filter((task) => !task.completed && task.priority === level).toSorted(comparePlaces)
}

/** Returns the open tasks of each level that has any, in order. */
export function openByLevel<T extends Place & Pick<Task, 'priority' | 'completed'>>(
  tasks: readonly T[],
): Map<Level, T[]> {
  const open = Map.groupBy(
    tasks.filter((task) => !task.completed),
    (task) => task.priority,
  )
  for (const places of open.values()) places.sort(comparePlaces)
  return open
}

/** Splits a level's tasks into those with a slot and those in the waiting line, by their order alone. */
export function splitLevel<T extends Place>(
  level: Level,
  tasks: readonly T[],
): { holding: T[]; waiting: T[] } {
  const slots = slotsAtLevel(level)
  return { holding: tasks.slice(0, slots), waiting: tasks.slice(slots) }
}

/** Returns the position after the last task of a level: the highest plus one, or 0 for an empty level. */
export function endOfLevel(places: readonly Place[]): number {
  return places.reduce((end, place) => Math.max(end, place.position + 1), 0)
}

/** Returns whether a task can move to a level that has `openCount` open tasks. */
export function hasRoom(level: Level, openCount: number): boolean {
  return openCount < slotsAtLevel(level)
}

/** Returns the message for a full level, with the actual count: 'Level 2 is full (4 of 3).' */
export function levelFullMessage(level: Level, openCount: number): string {
  return `Level ${level} is full (${openCount} of ${slotsAtLevel(level)}).`
}

/** @throws TenfoldError `level_full` for a full level */
export function requireRoom(level: Level, openCount: number): void {
  if (!hasRoom(level, openCount)) throw new TenfoldError('level_full', levelFullMessage(level, openCount))
}

/** Returns the nearest level with a free slot (the less urgent of two equally near ones), or null if all are full. */
export function nearestLevelWithRoom(level: Level, openCountAt: (level: Level) => number): Level | null {
  for (let distance = 0; distance < 10; distance++) {
    for (const candidate of [level + distance, level - distance]) {
      if (candidate >= 1 && candidate <= 10 && hasRoom(candidate as Level, openCountAt(candidate as Level)))
        return candidate as Level
    }
  }
  return null
}

/**
 * Returns the new order of a level: the named tasks first, by their position, then the others in their existing
 * order, all numbered from 0. Includes tasks whose position doesn't change.
 * @throws TenfoldError `invalid` when an id appears twice, `not_found` when one is not an open task at this level
 */
export function orderLevel(places: readonly Place[], { positions }: LevelOrder): Place[] {
  const known = new Set(places.map((place) => place.id))
  const named = new Set<number>()
  for (const [index, { id }] of positions.entries()) {
    if (named.has(id)) throw invalid(`positions.${index}.id`, 'Each task can appear only once.')
    if (!known.has(id)) throw notFound()
    named.add(id)
  }
  const first = positions.toSorted(comparePlaces)
  const rest = places.filter((place) => !named.has(place.id)).toSorted(comparePlaces)
  return [...first, ...rest].map(({ id }, position) => idToPlace(id, position))
}

/**
 * Returns the order that moves a task one step up (-1) or down (+1), past the nearest visible task, or null if there is
 * none. Hidden tasks keep their order.
 */
export function stepWithinLevel(
  places: readonly Place[],
  id: number,
  step: -1 | 1,
  isShown: (id: number) => boolean = () => true,
): LevelOrder | null {
  const ids = places.toSorted(comparePlaces).map((place) => place.id)
  const from = ids.indexOf(id)
  if (from < 0) return null
  let to = from + step
  while (to in ids && !isShown(ids[to] as number)) to += step
  if (!(to in ids)) return null
  return { positions: ids.toSpliced(from, 1).toSpliced(to, 0, id).map(idToPlace) }
}

function idToPlace(id: number, position: number): Place {
  return { id, position }
}
