import { type Level, levelName } from '#domain/tasks/priority.ts'
import type { ShortTask } from '#domain/tasks/long-texts.ts'
import { isolate } from '#domain/text.ts'

import type { Drag } from './drag/drag-store.ts'
import type { Drop } from './level/lanes.ts'
import { dropLabel, shortDropLabel } from './words.ts'

// Interface text for the parts that load after the board.

export const dragInstructions =
  'Press Space to pick up the card. Choose a level with the arrow keys or 1 to 9, or 0 for level 10. Or press T and choose a day on the timeline with the arrow keys. Press Space to drop the card or Escape to cancel. Press Enter for the move menu.'
export const pickedUp = ({ title, priority }: ShortTask) =>
  `Picked up ${isolate(title)}, level ${priority}, ${levelName(priority)}`
export const dropStatus = (drop: Drop) =>
  drop.allowed ? `Moving to level ${drop.level}, ${shortDropLabel(drop)} slots taken` : dropLabel(drop)
export const noLevel = 'Not over any level'
export const holdFor = (view: string) => `Hold to open ${view}`
export const opened = (view: string) => `${view} opened`
export const canceled = 'Canceled'
export const stays = (why: string, { title, priority }: ShortTask) =>
  `${why}. ${isolate(title)} stays at level ${priority}.`
export const gone = ({ title }: ShortTask) => `${isolate(title)} is no longer on the board.`
export const dragKeys: Record<Drag['by'] | 'days', { keys: string[]; does: string }[]> = {
  keyboard: [
    { keys: ['↑', '↓'], does: 'level' },
    { keys: ['T'], does: 'timeline' },
    { keys: ['Space'], does: 'drop' },
    { keys: ['Esc'], does: 'cancel' },
  ],
  days: [
    { keys: ['←', '→'], does: 'day' },
    { keys: ['Space'], does: 'drop' },
    { keys: ['Esc'], does: 'cancel' },
  ],
  mouse: [{ keys: ['Esc'], does: 'cancel' }],
  touch: [],
}
export const attachTo = (title: string) => `Attach to ${isolate(title)}`
export const addTo = (level: Level) => `Add to level ${level}`
export const actions = (title: string) => `Actions for ${title}`
export const moveToLevel = 'Move to level'
export const levelChoice = (level: Level) => `Level ${level}, ${levelName(level)}`
/** The label of a full level, which offers ways to free a slot. */
export const fullLevel = (level: Level) => `${level}, full`
export const summary = (title: string) => `Summary of ${title}`
export const fields = {
  priority: 'Priority',
  due: 'Due',
  time: 'Time',
  category: 'Category',
  project: 'Project',
}
export const spentOf = (spent: string, estimate: string) => `${spent} of ${estimate}`
export const editTask = 'Edit Task'
export const deleteTask = 'Delete'

export const movedUp = 'Moved up'
export const movedUpInFull = 'Moved up from the waiting line'

/** Shown on a card with a change that the browser stores until the server can be reached. */
export const waitingToBeSent = 'Waiting to be sent'
export const notSaved = (reason: string) => `Not saved: ${decapitalized(reason)}`
export const fix = 'Fix'

/** Lowercases the first letter, so that 'Level 2 is full.' can continue a sentence. */
function decapitalized(text: string): string {
  return /^[A-Z][a-z]/.test(text) ? text.charAt(0).toLowerCase() + text.slice(1) : text
}
