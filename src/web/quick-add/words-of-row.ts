import type { Level } from '#domain/tasks/priority.ts'

// The row is in the first load; the texts of the line are in words.ts.

export const addTask = 'Add a task'
/** Spoken after `addTask`. */
export const atLevel = (level: Level) => ` to level ${level}`
export const field = 'Task'
/** The line's name in the message that its code couldn't be loaded. */
export const line = 'the new-task line'
