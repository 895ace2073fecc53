import { TenfoldError, invalid, notFound } from './error.ts'
import { type Level, slotsAtLevel } from './priority.ts'
import type { LevelOrder, Task } from './task.ts'

/** What the rules about order need to know of an open task. */
export type Place = Pick<Task, 'id' | 'position'>

/** The order of tasks within a level: by position, ties by id. */
export function comparePlaces(a: Place, b: Place): number {
  return a.position - b.position || a.id - b.id
}

/** The open tasks at `level`, in order. A completed task holds no slot. */
export function openTasksAtLevel(tasks: readonly Task[], level: Level): Task[] {
  return tasks.filter((task) => !task.completed && task.priority === level).toSorted(comparePlaces)
}

/** The first open tasks of a level hold its slots, the others wait in line. Derived from the order alone. */
export function splitLevel<T extends Place>(
  level: Level,
  tasks: readonly T[],
): { holding: T[]; waiting: T[] } {
  const slots = slotsAtLevel(level)
  return { holding: tasks.slice(0, slots), waiting: tasks.slice(slots) }
}

/** The position behind every task of a level: the highest plus one, 0 when there is none. */
export function endOfLevel(places: readonly Place[]): number {
  return places.reduce((end, place) => Math.max(end, place.position + 1), 0)
}

/** Whether a task may move to a level that has `openCount` open tasks. */
export function hasRoom(level: Level, openCount: number): boolean {
  return openCount < slotsAtLevel(level)
}

/** What is said of a level without room, with what is really there: 'Level 2 is full (4 of 3).' */
export function levelFullMessage(level: Level, openCount: number): string {
  return `Level ${level} is full (${openCount} of ${slotsAtLevel(level)}).`
}

/**
 * Refuses a move into a level without room.
 * @throws TenfoldError `level_full`
 */
export function requireRoom(level: Level, openCount: number): void {
  if (!hasRoom(level, openCount)) throw new TenfoldError('level_full', levelFullMessage(level, openCount))
}

/** The level with a free slot that is nearest to `level`, the less urgent one of two; null when all are full. */
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
 * The wanted order of a level: the tasks named come first by their position, the others follow as they were, all
 * numbered from 0. Answers every place, changed or not.
 * @throws TenfoldError `invalid` when an id is named twice, `not_found` when one is not an open task of this level
 */
export function orderLevel(places: readonly Place[], { positions }: LevelOrder): Place[] {
  const known = new Set(places.map((place) => place.id))
  const named = new Set<number>()
  for (const [index, { id }] of positions.entries()) {
    if (named.has(id)) throw invalid(`positions.${index}.id`, 'Each task may be named once.')
    if (!known.has(id)) throw notFound()
    named.add(id)
  }
  const first = positions.toSorted(comparePlaces)
  const rest = places.filter((place) => !named.has(place.id)).toSorted(comparePlaces)
  return [...first, ...rest].map(({ id }, position) => idToPlace(id, position))
}

/**
 * The order that moves a task one step up (-1) or down (+1) within its level, past the nearest task that is shown; null
 * when there is none on that side. Only this task changes its place among the others: hidden ones keep their order.
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
