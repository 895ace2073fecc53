import type { Level } from '#domain/tasks/priority.ts'

// The text that the board shows at first. The other text, in words.ts, loads later with the line for a new task.

export const addTask = 'Add a task'
/** Spoken after `addTask`. */
export const atLevel = (level: Level) => ` to level ${level}`
export const field = 'Task'
/** Names the line in the message shown if its code can't be loaded. */
export const line = 'the new-task line'
