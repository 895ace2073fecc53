import type { Level } from '#domain/tasks/priority.ts'

// The row is in the first load; the texts of the line are in words.ts.

export const addTask = 'Add a task'
/** Spoken after it. */
export const atLevel = (level: Level) => ` to level ${level}`
export const field = 'Task'
/** The name for the message that it didn't load. */
export const line = 'the new-task line'
