import type { ShortTask } from '#domain/tasks/long-texts.ts'

import { isLost } from '../../sync/retry-once.ts'

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

/** Reports that the page begins to complete or delete tasks. Returns a function that continues their timers on a rejection. */
export function endTasks(ids: readonly number[]): (error: unknown) => void {
  const resumes = ids.map((id) => {
    reportTaskEnd('end', id)
    return timeSaver.stop(id)
  })
  return (error) => isLost(error) || resumes.forEach((resume) => resume())
}

/** Saves the time of tasks' timers, and stops a timer until it is resumed. The timer, which builds on tasks, sets these. */
export const timeSaver = {
  save: async (_tasks: readonly ShortTask[]): Promise<void> => undefined,
  stop: (_taskId: number) => (): void => undefined,
}
