/** The message for a write to an outdated version of a task. */
export const TASK_CHANGED = 'This task has changed since you last loaded it.'

export const CANNOT_UNDO = 'Can’t undo: the task has since changed.'
