import { isolate } from '#domain/text.ts'

import { dates } from '../ui/dates.ts'

export const timer = 'Timer'
export const taskTimer = 'Task Timer'
export const running = 'Running'
export const paused = 'Paused'
export const notStarted = 'Not started'

export const start = 'Start'
export const pause = 'Pause'
export const reset = 'Reset'
export const save = 'Save'
export const startFor = (title: string) => `Start the timer for ${title}`
export const pauseFor = (title: string) => `Pause the timer for ${title}`
export const resetFor = (title: string) => `Reset the timer for ${title}`
export const saveFor = (title: string) => `Save the time for ${title}`
export const startTimer = 'Start timer'
export const pauseTimer = 'Pause timer'

export const session = 'This session'
/** Shown after a time. */
export const thisSession = 'this session'
export const loggedAndSession = (logged: string, session: string) =>
  `${logged} logged, ${session} this session`
export const totalOf = (total: string, estimate: string) => `${total} of ${estimate}`
export const total = (total: string) => `${total} total`

/** The dialog's name in the error that is shown if it can't be loaded. */
export const question = 'the dialog'
export const resetQuestion = 'Reset the timer?'
export const unsavedTime = (seconds: number) => `${shortTime(seconds)} of unsaved time will be lost.`
export const keepTime = 'Keep time'

export const gapQuestion = 'Were you still working?'
/** @param since in ms since 1970 */
export const gapText = (title: string, since: number, gapSeconds: number) =>
  `The timer for “${isolate(title)}” was running. You’ve been away since ${dates.instant(new Date(since), new Date())} (${shortTime(gapSeconds)}).`
export const discardSession = 'Discard session'
export const keep = (seconds: number) => `Keep ${shortTime(seconds)}`

/** Source: specification 8. */
export const saveFailed = { title: 'Error saving task', text: 'Could not save your work time.' }
/** Shown after another device or tab completed a task with a running timer. */
export const savedByCompletion = (title: string, time: string) => ({
  title: 'Task completed elsewhere',
  text: `Logged ${time} for “${isolate(title)}”.`,
})
/** Shown after another device or tab deleted a task with a running timer. */
export const pausedByDeletion = (title = 'The task') => ({
  title: 'Timer paused',
  text: `“${isolate(title)}” was deleted elsewhere. If you restore it, its unsaved time will still be there.`,
})
/** Shown after another device or tab deleted an occurrence with unsaved time, if another occurrence is open. */
export const movedToSibling = (title: string) => ({
  title: 'Timer moved',
  text: `The occurrence you were timing was deleted elsewhere. Its unsaved time moved to the open task “${isolate(title)}”.`,
})
export const saved = (time: string) => ({ title: 'Task saved', text: `Logged ${time} of work time.` })

/** Returns a time in whole minutes: '1 h 50 m', '2 h', '10 m', or '45 s' below one minute. */
function shortTime(seconds: number): string {
  if (seconds < 60) return `${Math.floor(seconds)} s`
  const hours = Math.floor(seconds / 3600)
  const minutes = Math.floor(seconds / 60) % 60
  return [hours > 0 && `${hours} h`, minutes > 0 && `${minutes} m`].filter(Boolean).join(' ')
}
