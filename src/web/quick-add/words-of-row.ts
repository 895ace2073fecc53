import type { Level } from '#domain/tasks/priority.ts'

// The quick-add text that loads first, with the board. The rest is in words.ts.

export const addTask = 'Add a task'
/** Spoken after `addTask`. */
export const atLevel = (level: Level) => ` to level ${level}`
export const field = 'Task'
/** Names the line in the message shown if its code can't be loaded. */
export const line = 'the new-task line'
