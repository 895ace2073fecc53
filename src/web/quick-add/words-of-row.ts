import type { Level } from '#domain/tasks/priority.ts'

// Quick-add text in the first load, which includes the board. `words.ts` contains the rest.

export const addTask = 'Add a task'
/** Spoken after `addTask`. */
export const atLevel = (level: Level) => ` to level ${level}`
export const field = 'Task'
/** Names the line in the message shown if its code can't be loaded. */
export const line = 'the new-task line'
