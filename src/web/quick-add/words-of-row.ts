import type { Level } from '#domain/tasks/priority.ts'

// The board needs these strings at first paint; the rest are in words.ts, which loads with the quick-add line.

export const addTask = 'Add a task'
/** Spoken after `addTask`. */
export const atLevel = (level: Level) => ` to level ${level}`
export const field = 'Task'
/** Names the line in the message shown if its code can't be loaded. */
export const line = 'the new-task line'
