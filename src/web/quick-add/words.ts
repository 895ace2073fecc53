import type { Estimate } from '#domain/duration.ts'
import { shortEstimateText } from '#domain/duration.ts'
import { type Level, levelName, slotsAtLevel } from '#domain/tasks/priority.ts'
import { RECURRENCE_FREQUENCIES, type RecurrenceFrequency } from '#domain/tasks/recurrence.ts'
import { isolate } from '#domain/text.ts'

import { keyName } from '../keys/key-names.ts'
import { countText, shareText } from '../ui/count-text.ts'

export const lineAtLevel = (level: Level) => `Add a task to level ${level}`
export const placeholder = 'Task fri 9am 2h p3 #category +project'
export const enter = 'Enter'
export const shift = 'Shift'
export const add = 'add'
export const moreFields = 'more fields'
export const close = 'Close'
export const draft = 'Draft'
/** Source: specification 5. */
export const titleRequired = 'Title is required'

// In the sheet
export const addTask = 'Add'
export const moreFieldsTitle = 'More fields'
export const helpers = {
  due: 'Due date',
  level: 'Level',
  category: 'Category',
  project: 'Project',
  recurrence: 'Recurrence',
}

// The chips
export const parts = 'What will be saved'
export const removePart = (part: string) => `Remove ${part}`
export const partNames = {
  due: (value: string) => `Due ${value}`,
  plan: () => 'Planned for today',
  estimate: (value: string) => `Estimate ${value}`,
  level: (value: string) => `Level ${value}`,
  category: (value: string) => `Category ${value}`,
  project: (value: string) => `Project ${value}`,
  recurrence: (value: string) => `Repeats ${value}`,
}

export const today = 'Today'
export const estimateText = (estimate: Estimate) => shortEstimateText(estimate)
export const levelText = (level: Level) => `${level}, ${levelName(level)}`

// The lists of names and helpers
export const categories = 'Categories'
export const projects = 'Projects'
export const newCategory = (name: string) => `New category “${isolate(name)}”`
export const newProject = (name: string) => `New project “${isolate(name)}”`
export const offered = (count: number) => countText(count, 'suggestion', 'suggestions')

/** The options of a helper, each with a label and the words that it inserts. */
export const dueChoices = [
  ['Plan for today', 'today'],
  ['Today', 'due today'],
  ['Tomorrow', 'tomorrow'],
  ['Tomorrow, 9 AM', 'tomorrow 9am'],
  ['This weekend', 'this weekend'],
  ['Next week', 'next week'],
] as const

const REPEATS: Readonly<Record<RecurrenceFrequency, string>> = {
  Daily: 'every day',
  Weekly: 'every week',
  'Bi-weekly': 'every 2 weeks',
  Monthly: 'every month',
  Quarterly: 'every quarter',
  Yearly: 'every year',
}
export const recurrenceChoices = RECURRENCE_FREQUENCIES.map((name) => [name, REPEATS[name]] as const)
export const levelChoice = (level: Level) => [`Level ${level}, ${levelName(level)}`, `p${level}`] as const

// Hints
export const isFull = (level: Level, taken: number) =>
  `Level ${level} is full (${shareText(taken, slotsAtLevel(level))}).`
export const willWait = 'The task will wait for a slot.'
export const projectStaysText = (words: string) =>
  `Only tasks in the Project category have a project. “${isolate(words)}” stays plain text.`
export const chooseProject = 'Use Project'

// Several lines
export const moreLines = (count: number) => ` and ${countText(count, 'more line', 'more lines')}`
export const addAsOne = 'Add as one task'
export const cancel = 'Cancel'
export const addSeveral = (count: number) => `Add ${countText(count, 'task', 'tasks')}`
export const tooMany = (max: number) => `You can add up to ${countText(max, 'task', 'tasks')} at once.`
export const severalWait = (level: Level, free: number, waiting: number) =>
  `Level ${level} has ${countText(free, 'slot', 'slots')} free. ${countText(waiting, 'task', 'tasks')} will wait for a slot.`
export const someWait = (waiting: number) => `${countText(waiting, 'task', 'tasks')} will wait for a slot.`

// The toasts
export const pasteHere = {
  title: 'Paste your lines here',
  text: `Press ${keyName('Mod')} V. Your browser doesn’t let this page read the clipboard.`,
}
export const nothingToPaste = { title: 'Nothing to paste', text: 'Copy some lines of text first.' }
export const tasksCreated = (count: number) => ({
  title: `${countText(count, 'task', 'tasks')} created`,
  text: 'They’re at the end of their levels.',
})
export const notCreated = 'Failed to create tasks. Please try again.'

// Spoken
export const added = (level: Level, waits: boolean) =>
  `Added to level ${level}.${waits ? ' It will wait for a slot.' : ''}`
export const addedSeveral = (count: number) => `Added ${countText(count, 'task', 'tasks')}.`
