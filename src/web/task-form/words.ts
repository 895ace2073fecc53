import { countText, shareText } from '../ui/count-text.ts'
import { numberText } from '../ui/numbers.ts'
import { isolate } from '#domain/text.ts'

export const dependenciesOf = (title: string) => `Dependencies of “${isolate(title)}”`
export const done = 'Done'

export const addTitle = 'Add New Task'
export const editTitle = 'Edit Task'
export const cancel = 'Cancel'
export const add = 'Add Task'
export const adding = 'Adding...'
/** Shown after the shortcut's keys. */
export const toAdd = 'to add'
export const save = 'Save Changes'
export const saving = 'Saving...'
export const remove = 'Delete Task'
export const removing = 'Deleting...'

export const alreadyAdded = {
  title: 'Already added',
  text: 'This task was saved before you changed the form. Edit it on the board, or press Add Task again to add a second one.',
}
export const saved = { title: 'Task Saved Successfully!', text: 'Your changes have been saved.' }
export const logged = (time: string, updated: string) => `${time} logged, updated ${updated}`
export const updated = (moment: string) => `Updated ${moment}`

// Both versions of a task that changed while its form was open
export const yes = 'Yes'
export const no = 'No'
export const none = 'None'
export const empty = 'Empty'
export const never = 'Never'
export const carriedForward = 'carried forward'
export const period = 'Start and end'

export const shortLabels = {
  title: 'Title',
  dueDate: 'Due',
  startDate: 'Start',
  endDate: 'End',
  priority: 'Level',
  projectName: 'Project',
  completed: 'Completed',
  hours: 'Estimate',
  minutes: 'Estimate',
  isRecurring: 'Repeats',
  recurrenceFrequency: 'Repeats',
  recurrenceForwardContent: 'Carry forward',
  removedAttachments: 'Attached files',
}

// The fields
export const descriptionPlaceholder = 'What does done look like?'
export const duePlaceholder = 'Tomorrow at 9 AM, or Next week'
export const unknownDate = 'Couldn’t read that date. It’s saved as text.'
export const otherWeekday = (day: string) => ` That day is ${day}.`
export const dueUnread = 'You’re offline. Try again.'
export const effort = 'Estimated Effort Time'
export const effortHint = 'The card compares this estimate with the time you log.'
export const hours = 'Hours'
export const minutes = 'Minutes'
export const hoursUnit = 'h'
export const minutesUnit = 'm'
export const timeline = 'Timeline Details'
export const timelineAside = '(for Gantt Chart)'

export const planInstead = (day: string) => `Plan for today instead of ${day}`

// Priority
export const highest = 'Highest (1)'
export const medium = 'Medium (5)'
export const lowest = 'Lowest (10)'
export const taken = (taken: number, slots: number) => `${shareText(taken, slots)} taken`
export const levelValue = (level: number, name: string, isFull: boolean, taken: string) =>
  [`Level ${level}`, name, isFull && 'full', taken].filter(Boolean).join(', ')
export const willWait = 'The task will join the waiting line.'
export const chooseLevel = (level: number, free: number) =>
  `Use level ${level}, ${countText(free, 'slot', 'slots')} free`

// Dependencies
export const findTask = 'Find a task'
export const tasks = 'Tasks'
export const noTasks = 'No tasks found.'
export const moreTasks = (count: number) => `${numberText(count)} more. Type to narrow the list.`
export const tasksFound = (count: number) => `${countText(count, 'task', 'tasks')} found.`
export const completed = 'Completed'
export const unknownTask = (id: string) => `Task ${id}`
export const added = (name: string) => `${name} added.`
export const removed = (name: string) => `${name} removed.`
export const removeTask = (name: string) => `Remove ${name}`

// Recurrence
export const recurrence = 'Recurring Task Options'
export const recurrenceHint = 'Completing this task creates the next one.'
export const recurrenceOff = 'Off'
export const frequency = 'Frequency'
export const nextDates = (next: string, later: readonly string[]) =>
  `Next: ${next}, then ${later.join(' and ')}`
