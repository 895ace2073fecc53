import type { Level } from '#domain/tasks/priority.ts'

// The board shows these strings immediately. The other strings of quick add are in words.ts, which loads later.

export const addTask = 'Add a task'
/** Spoken after `addTask`. */
export const atLevel = (level: Level) => ` to level ${level}`
export const field = 'Task'
/** Names the line in the message shown if its code can't be loaded. */
export const line = 'the new-task line'
