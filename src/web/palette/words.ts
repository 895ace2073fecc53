import type { ExcerptField } from '#domain/search/excerpt.ts'
import type { Level } from '#domain/tasks/priority.ts'
import { isolate } from '#domain/text.ts'

import { countText } from '../ui/count-text.ts'

export const title = 'Search'
export const placeholder = 'Search tasks and commands'
export const chooseTask = 'Choose a task'
export const results = 'Results'
export const back = 'Back'
export const clear = 'Clear the text'

export const commands = 'Commands'
export const tasks = 'Tasks'
export const recentTasks = 'Recent tasks'
export const projects = 'Projects'
export const completed = 'Completed'

export const count = (results: number) => countText(results, 'result', 'results')
export const searching = 'Searching…'
export const thisDeviceOnly = 'Searching this device only.'
export const nothingFound = (text: string) => `Nothing found for “${isolate(text)}”.`
export const addTask = (text: string) => `Add a task: ${isolate(text)}`
export const notOpened = 'Couldn’t open the task. Try again.'

export const hints = { move: 'move', open: 'open', startWork: 'start work' }

export const fields: Record<ExcerptField, string> = {
  description: 'Description',
  notes: 'Notes',
  clearGoals: 'Goals',
  nextSteps: 'Next steps',
  projectName: 'Project',
  category: 'Category',
}

export const playPreset = (name: string) => `Play ${name}`
export const moveToLevel = (level: Level) => `Move to level ${level}`
export const openTasks = (count: number) => countText(count, 'open task', 'open tasks')
export const columnCommands = {
  widenColumn: 'Widen the task column',
  narrowColumn: 'Narrow the task column',
  resetColumn: 'Reset the width of the task column',
}
