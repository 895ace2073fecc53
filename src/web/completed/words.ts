import { countText } from '../ui/count-text.ts'
import { numberText } from '../ui/numbers.ts'

/** Source: specification 2. */
export const periods = {
  today: 'Today',
  yesterday: 'Yesterday',
  week: 'This Week',
  month: 'This Month',
}

export const filters = 'Filters'
export const completionDate = 'Completion Date'
export const category = 'Category'
export const clearFilters = 'Clear Filters'
/** The unit of the numbers beside the categories, for screen readers. */
export const counted = 'completed'

export const loading = 'Loading completed tasks...'
export const noneYet = 'No completed tasks yet. Complete some tasks to see them here!'
export const noneFound = 'No completed tasks found with the selected filters.'
export const loadFailed = 'Couldn’t load your completed tasks.'
export const moreFailed = 'Couldn’t load older tasks.'

export const completedCount = (count: number) => `${numberText(count)} completed`
export const taskCount = (count: number) => countText(count, 'task', 'tasks')
/** The number of loaded tasks of a day, while more may follow. */
export const soFar = (amount: string) => `${amount} so far`
export const logged = (amount: string) => `${amount} logged`

export const spent = (time: string) => `${time} spent`
export const spentOf = (time: string, estimate: string) => `${time} spent of ${estimate}`
export const estimated = (estimate: string) => `${estimate} estimated`
