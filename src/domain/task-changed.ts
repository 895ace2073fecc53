/** Told to whoever changes a task upon an older version of it than there is. */
export const TASK_CHANGED = 'This task was changed meanwhile.'
