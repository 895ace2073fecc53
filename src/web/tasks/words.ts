import type { Level } from '#domain/tasks/priority.ts'

import { numberText } from '../ui/numbers.ts'

export const priority = (level: Level) => `P${level}`

export const openTasks = (open: number, dueToday: number) =>
  dueToday > 0 ? `${numberText(open)} open, ${numberText(dueToday)} due today` : `${numberText(open)} open`

// Toasts. Source: specification 8.

export const created = { title: 'Task created', text: 'Your task has been added successfully' }
export const updated = { title: 'Task updated', text: 'Your task has been updated successfully' }
export const confirmDelete = 'Are you sure you want to delete this task?'
export const deleted = { title: 'Task deleted', text: 'Your task has been deleted successfully' }
/** The second line of the toast after a save that completes the task. */
export const completedByEdit = (rest: string) => `Completed. ${rest}`
export const deletedElsewhere = 'This task was deleted on another device.'
export const failed = (verb: 'create' | 'update' | 'delete') => `Failed to ${verb} task. Please try again.`

// Toasts of the round control. Source: design, 'Cards and completing'.

export const completed = 'Task completed'
export const completedAgain = 'Completed again'
export const reopened = 'Task reopened'
export const logged = (time: string) => `Logged ${time}.`

/** Shown without the server for a task whose description and notes haven't been loaded yet. */
export const textsNotHere = {
  title: 'Not on this device yet',
  text: 'This task’s description and notes haven’t been loaded. Open it when you’re back online.',
}

export const duplicated = 'Task duplicated'

/** Shown if a task joined the waiting line of a full level. */
export const waiting = (level: Level) => ({
  title: `Waiting in line for level ${level}.`,
  text: '',
})

export const linkCopied = { title: 'Link copied', text: 'Paste it into a browser to open this task.' }
export const linkNotCopied = 'Couldn’t copy the link. Open the task and copy the URL from the address bar.'
