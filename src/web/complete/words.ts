import { isolate } from '#domain/text.ts'
import { shareText } from '../ui/count-text.ts'

export const completeItem = 'Complete'
export const reopenItem = 'Reopen'
export const complete = (title: string) => `Complete ${title}`
export const reopen = (title: string) => `Reopen ${title}`
/** Announced when a task is completed on the board. */
export const completed = (title: string, taken: number, slots: number) =>
  `Completed ${isolate(title)}. ${shareText(taken, slots)} slots taken.`
/** Announced on the timeline, where the task stays. */
export const completedTitle = (title: string) => `Completed ${isolate(title)}.`
export const reopenedTitle = (title: string) => `Reopened ${isolate(title)}.`
