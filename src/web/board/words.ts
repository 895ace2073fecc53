import { type Level, levelName, slotsAtLevel } from '#domain/tasks/priority.ts'
import type { ShortTask } from '#domain/tasks/long-texts.ts'
import { isolate } from '#domain/text.ts'

import { countText, shareText } from '../ui/count-text.ts'
import { numberText } from '../ui/numbers.ts'
import type { Drop, Lane } from './level/lanes.ts'

/** Source: specification 2. */
export const loading = 'Loading tasks...'
export const empty = {
  title: 'No tasks found.',
  text: 'Every level has room. What’s the one thing to do today?',
}
export const addTask = 'Add Task'

export const levels = 'Levels'
export const slots = 'Slots'
export const legend = { taken: 'taken', free: 'free', over: 'over' }
/** Spoken before a level's number. */
export const level = 'Level '
/** Spoken after the slots of a level without cards. */
export const addsTask = ', add a task'
export const addAtLevel = (level: Level) => `Add a task to level ${level}`

/** Returns the slots of a level, such as '3 of 4' or '4 of 3, over limit'. */
export function slotsText(level: Level, taken: number): string {
  const over = taken > slotsAtLevel(level) ? ', over limit' : ''
  return `${shareText(taken, slotsAtLevel(level))}${over}`
}

/** Returns the length of a waiting line and, if filters hide some of its tasks, how many are shown. */
export function waitingText({ waiting, waitingCount }: Pick<Lane, 'waiting' | 'waitingCount'>): string {
  const all = `${numberText(waitingCount)} waiting`
  if (waiting.length === waitingCount) return all
  return `${all}, ${waiting.length === 0 ? 'none' : numberText(waiting.length)} shown`
}

/** Returns the note beside a level's name. Source: specification 2. */
export const laneNote = (level: Level) => `(${countText(slotsAtLevel(level), 'task', 'tasks')} max)`

/** Returns a level's spoken name, such as 'Priority 3, High, 3 of 4'. */
export const laneName = (level: Level, taken: number) =>
  `Priority ${level}, ${levelName(level)}, ${slotsText(level, taken)}`

/** Returns a lane's label during a drag: 'Room for 1', 'Level 2 is full (4 of 3)' or 'Already at level 3'. */
export function dropLabel(drop: Drop): string {
  if (drop.allowed) return `Room for ${numberText(slotsAtLevel(drop.level) - drop.taken)}`
  if (drop.reason === 'here') return `Already at level ${drop.level}`
  return `Level ${drop.level} is full (${shareText(drop.taken, slotsAtLevel(drop.level))})`
}

/** Returns a rung's label during a drag: the count after the drop, 'Full' or 'Here'. */
export function shortDropLabel(drop: Drop): string {
  if (drop.allowed) return shareText(drop.after, slotsAtLevel(drop.level))
  return drop.reason === 'here' ? 'Here' : 'Full'
}

const levelAfter = (drop: Drop & { allowed: true }) =>
  `level ${drop.level}, ${levelName(drop.level)}. ${shortDropLabel(drop)} slots taken.`
export const moveTo = (drop: Drop & { allowed: true }) => `Move to ${levelAfter(drop)}`
export const movedTo = (drop: Drop & { allowed: true }) => `Moved to ${levelAfter(drop)}`
export const movedToPosition = (position: number, count: number, level: Level) =>
  `Moved to position ${shareText(position, count)} at level ${level}.`
export const movedUp = ({ title, priority }: ShortTask) =>
  `${isolate(title)} moved up into level ${priority}.`

export const dragHint = 'Drag tasks to change their priority level'

export const dragHandle = (title: string) => `Drag to change priority: ${title}`
/** Selects the card, or deselects it. */
export const select = 'Select'

export const complete = 'Complete'
/** @param taken the number of open tasks at the level before duplicating */
export function duplicated({ title, priority }: ShortTask, taken: number): string {
  const slots = slotsAtLevel(priority)
  if (taken >= slots) return `Duplicated ${isolate(title)}. The copy will wait for a slot.`
  return `Duplicated ${isolate(title)}. ${shareText(taken + 1, slots)} slots taken.`
}

export const edit = (title: string) => `Edit ${title}`
export const startWork = 'Start Work'
export const startWorkOn = (title: string) => `Start Work on ${title}`

/** Spoken before and between the times on a card. */
export const time = { spent: 'Time spent ', of: ' of ', short: 'Time ' }
/** Spoken before a frequency. */
export const repeats = 'Repeats '
export const attachmentCount = (count: number) => countText(count, 'attachment', 'attachments')

/** The names of the board's parts in the error that is shown if one can't be loaded. */
export const parts = {
  summary: 'the summary',
  menu: 'the menu',
  waiting: 'the waiting tasks',
  tray: 'the options',
}
