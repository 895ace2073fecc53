import type { Level } from '#domain/tasks/priority.ts'

// Text for the first paint of the board. The text for adding a task is in words.ts, which loads later.

export const addTask = 'Add a task'
/** Spoken after `addTask`. */
export const atLevel = (level: Level) => ` to level ${level}`
export const field = 'Task'
/** Names the line in the message shown if its code can't be loaded. */
export const line = 'the new-task line'
