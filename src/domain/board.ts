import { comparePlaces, hasRoom, splitLevel } from './level.ts'
import { LEVELS, type Level, levelName, slotsAtLevel } from './priority.ts'
import type { Task } from './task.ts'

/** One level as the board shows it. */
export type Lane = {
  level: Level
  /** Every open task of the level, whatever the filters show: slots are taken by hidden tasks too. */
  taken: number
  /** The shown tasks that hold slots, in order. */
  holding: Task[]
  /** The shown tasks of the waiting line, in order. */
  waiting: Task[]
  /** Every task of the waiting line, whatever the filters show. */
  waitingCount: number
}

/** Where a card would land if it were dropped on a level. */
export type Drop =
  | { level: Level; allowed: true; taken: number; after: number }
  | { level: Level; allowed: false; taken: number; reason: 'full' | 'here' }

/**
 * The ten lanes, most urgent first.
 * @param tasks every task of the user; the open ones take slots
 * @param shown the tasks the filters leave
 */
export function lanesOfBoard(tasks: readonly Task[], shown: readonly Task[] = tasks): Lane[] {
  const open = openTasksByLevel(tasks)
  const shownIds = shown === tasks ? null : new Set(shown.map((task) => task.id))
  const isShown = (task: Task) => shownIds?.has(task.id) ?? true
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

/** Whether a lane has cards to show. A band stands on the board only then. */
export function hasCards(lane: Lane): boolean {
  return lane.holding.length > 0 || lane.waiting.length > 0
}

/** Whether a lane shows the card of this task. */
export function isShownInLane({ holding, waiting }: Lane, taskId: number): boolean {
  return holding.some((task) => task.id === taskId) || waiting.some((task) => task.id === taskId)
}

/** What dropping a task on a level would do. Its own level and a full one refuse it. Source: specification 4. */
export function dropOnLevel(task: Pick<Task, 'priority'>, level: Level, taken: number): Drop {
  if (task.priority === level) return { level, taken, allowed: false, reason: 'here' }
  if (!hasRoom(level, taken)) return { level, taken, allowed: false, reason: 'full' }
  return { level, taken, allowed: true, after: taken + 1 }
}

/**
 * The tasks that step up from a waiting line into a slot that was freed between two lists.
 * An order changed by hand moves tasks in and out of slots too; that frees none and is not counted.
 */
export function steppedUp(before: readonly Task[], after: readonly Task[]): Task[] {
  const earlier = lanesOfBoard(before)
  return lanesOfBoard(after).flatMap((lane, index) => {
    const was = earlier[index]
    if (!was || lane.taken >= was.taken) return []
    const waited = new Set(was.waiting.map((task) => task.id))
    return lane.holding.filter((task) => waited.has(task.id))
  })
}

/** The slots of a level as '3 of 4', and as '4 of 3, over limit' when more are taken than there are. */
export function slotsText(level: Level, taken: number): string {
  const over = taken > slotsAtLevel(level) ? ', over limit' : ''
  return `${taken} of ${slotsAtLevel(level)}${over}`
}

/** A level's waiting line in words: '2 waiting', with how many of them the filters show when it is not all. */
export function waitingText({ waiting, waitingCount }: Pick<Lane, 'waiting' | 'waitingCount'>): string {
  if (waiting.length === waitingCount) return `${waitingCount} waiting`
  return `${waitingCount} waiting, ${waiting.length || 'none'} shown`
}

/** The note beside a level's name. Source: specification 2. */
export function laneNote(level: Level): string {
  return `(${slotsAtLevel(level)} tasks max)`
}

/** A level as it is spoken: 'Priority 3, High, 3 of 4'. */
export function laneName(level: Level, taken: number): string {
  return `Priority ${level}, ${levelName(level)}, ${slotsText(level, taken)}`
}

/** What a lane says while a card is carried over the board: 'Room for 1', 'Level 2 is full (4 of 3)', 'Already at level 3'. */
export function dropLabel(drop: Drop): string {
  if (drop.allowed) return `Room for ${slotsAtLevel(drop.level) - drop.taken}`
  if (drop.reason === 'here') return `Already at level ${drop.level}`
  return `Level ${drop.level} is full (${drop.taken} of ${slotsAtLevel(drop.level)})`
}

/** The same in a word or two, with the count after the drop: '3 of 4', 'Full', 'Here'. */
export function shortDropLabel(drop: Drop): string {
  if (drop.allowed) return `${drop.after} of ${slotsAtLevel(drop.level)}`
  return drop.reason === 'here' ? 'Here' : 'Full'
}

/** What is said while a card is held over a level: 'Moving to level 4, 3 of 4 slots'. */
export function dropStatus(drop: Drop): string {
  return drop.allowed ? `Moving to level ${drop.level}, ${shortDropLabel(drop)} slots` : dropLabel(drop)
}

/** What a drop does, in full: 'level 4, Medium. 3 of 4 slots.' */
export function dropResult(drop: Drop & { allowed: true }): string {
  return `level ${drop.level}, ${levelName(drop.level)}. ${shortDropLabel(drop)} slots.`
}

function openTasksByLevel(tasks: readonly Task[]): Map<Level, Task[]> {
  const open = Map.groupBy(
    tasks.filter((task) => !task.completed),
    (task) => task.priority,
  )
  for (const places of open.values()) places.sort(comparePlaces)
  return open
}
