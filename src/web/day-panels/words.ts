import type { PlanAnswer } from '#domain/tasks/day/left-over.ts'
import { isolate } from '#domain/text.ts'

import { countText } from '../ui/count-text.ts'
import { numberText } from '../ui/numbers.ts'

// Interface text for the panels above the board. Source: design, 'Today'.

export const tooMuch = (time: string) => `${time} too much for today`
export const lowestFirst = 'Lowest level first. Due and overdue tasks stay.'
export const hide = 'Hide until the plan changes'
export const afterMove = (planned: string, capacity: string) => `Then ${planned} of ${capacity}.`
export const moveToTomorrow = (count: number) => `Move ${numberText(count)} to tomorrow`
export const movedToTomorrow = (count: number) => ({
  title: `${countText(count, 'task', 'tasks')} moved to tomorrow.`,
  text: '',
})

type PlanDays = readonly (string | null)[]

export const leftOver = (count: number, days: PlanDays, today: Temporal.PlainDate) =>
  `${countText(count, 'task', 'tasks')} left from ${isYesterday(days, today) ? 'yesterday' : 'earlier days'}`
export const notFinished = (days: PlanDays, today: Temporal.PlainDate) =>
  isYesterday(days, today)
    ? `Planned for ${weekday(today.subtract({ days: 1 }))}, not finished.`
    : 'Planned, not finished.'
export const answers: Record<PlanAnswer, string> = { today: 'Today', later: 'Later', notAtAll: 'Not at all' }
export const choose = (task: string) => `When to do ${isolate(task)}`
export const allToday = 'All today'
export const workLeft = (time: string) => `${time} left`
export const holds = (planned: string, capacity: string) => `Today holds ${planned} of ${capacity}.`
export const plannedForToday = (count: number) => ({
  title: `${countText(count, 'task', 'tasks')} planned for today.`,
  text: '',
})
export const putOff = (until: Temporal.PlainDate) => ({
  title: 'Postponed.',
  text: `We’ll ask again on ${weekday(until)}.`,
})

function isYesterday([day, ...others]: PlanDays, today: Temporal.PlainDate): boolean {
  return others.length === 0 && day === today.subtract({ days: 1 }).toString()
}

function weekday(day: Temporal.PlainDate): string {
  return day.toLocaleString(undefined, { weekday: 'long' })
}
