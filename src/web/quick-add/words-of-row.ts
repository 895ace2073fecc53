import type { Level } from '#domain/tasks/priority.ts'

// The row is in the first load; the text of the quick-add line is in words.ts.

export const addTask = 'Add a task'
/** Spoken after `addTask`. */
export const atLevel = (level: Level) => ` to level ${level}`
export const field = 'Task'
/** The line's name in the message that its code couldn't be loaded. */
export const line = 'the new-task line'
