import type { ShortTask } from '#domain/tasks/long-texts.ts'

/** 'end': the page begins to complete or delete a task. 'delete': the deletion succeeded. 'there': the task exists. */
type TaskEnd = 'end' | 'delete' | 'there'

const ends = new EventTarget()

export function onTaskEnd(end: TaskEnd, listener: (taskId: number) => void): void {
  ends.addEventListener(end, (event) => listener((event as CustomEvent<number>).detail))
}

/** Notifies slices that build on tasks, such as the timer and uploads. */
export function reportTaskEnd(end: TaskEnd, taskId: number): void {
  ends.dispatchEvent(new CustomEvent(end, { detail: taskId }))
}

/** Saves the time of tasks' timers. The timer, which builds on tasks, sets the function. */
export const timeSaver = { save: async (_tasks: readonly ShortTask[]): Promise<void> => undefined }
