import type { Answer } from '#domain/tasks/day/coming-back.ts'
import { isolate } from '#domain/text.ts'

import { countText } from '../ui/count-text.ts'

// Interface text for the dialog after an absence. Source: design, 'Coming back'.

export const part = 'the overdue tasks'

export const title = (firstName: string | null) =>
  firstName ? `Welcome back, ${isolate(firstName)}` : 'Welcome back'
export const intro = (days: number, count: number) =>
  `You were away for ${countText(days, 'day', 'days')}, and ${countText(count, 'task is', 'tasks are')} overdue. Here’s a suggestion.`

export const groups: Record<Answer, string> = {
  today: 'Still matters today',
  nextWeek: 'Next week',
  letGo: 'Let go',
}

export const answers: Record<Answer, string> = { today: 'Today', nextWeek: 'Next week', letGo: 'Let go' }

export const capacity = (planned: string, hours: string) => `${planned} of ${hours}`
export const due = (day: string) => `due ${day}`
export const noDate = 'stays on the board, without a date'
export const choose = (task: string) => `When to do ${task}`

export const task = 'task'
export const sort = 'sort'

export const later = 'Decide later'
export const apply = (count: number) => `Apply to ${countText(count, 'task', 'tasks')}`
export const sorted = (count: number) => ({ title: `${countText(count, 'task', 'tasks')} sorted.`, text: '' })
