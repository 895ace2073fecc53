import type { Level } from '#domain/tasks/priority.ts'

import { numberText } from '../ui/numbers.ts'

const HOUR = 3600

/** The shortest slack that isn't shown as 'No slack', in hours. */
const HOURS_MIN = 2

/** The longest slack shown in hours. */
const HOURS_MAX = 12

/** Returns whether slack, in seconds, is shown as 'No slack'. */
export const isNone = (seconds: number) => seconds >= 0 && seconds < HOURS_MIN * HOUR

/** Returns slack as text, such as '4 h' or '2 d', rounded down; null if the task is late or has no slack. */
function amount(seconds: number, averageDay: number): string | null {
  const hours = Math.floor(seconds / HOUR)
  if (hours < HOURS_MIN) return null
  return hours <= HOURS_MAX
    ? `${numberText(hours)} h`
    : `${numberText(Math.max(1, Math.floor(seconds / averageDay)))} d`
}

const noSlack = 'No slack'

/** Returns lateness such as '3 h late' or '1 d late', rounded up, so that a late task is at least one hour late. */
function late(seconds: number, averageDay: number): string {
  return -seconds < averageDay
    ? `${numberText(Math.ceil(-seconds / HOUR))} h late`
    : `${numberText(Math.ceil(-seconds / averageDay))} d late`
}

/** Returns a mark's text, such as '4 h of slack. Belongs in 3.' Source: decisions 13 and 15. */
export function mark(seconds: number, averageDay: number, level: Level): string {
  const has = amount(seconds, averageDay)
  const slack = seconds < 0 ? late(seconds, averageDay) : has ? `${has} of slack` : noSlack
  return `${slack}. Belongs in ${level}.`
}

/** Returns the text after a bar, such as '4 h slack', 'No slack' or '1 d late'. */
export function tail(seconds: number, averageDay: number): string {
  const has = amount(seconds, averageDay)
  return seconds < 0 ? late(seconds, averageDay) : has ? `${has} slack` : noSlack
}

/** Returns an amount of work such as '25 h 55 m', '27 h' or '30 m'. */
export function work(seconds: number): string {
  const minutes = Math.round(Math.abs(seconds) / 60)
  const hours = Math.floor(minutes / 60)
  const parts = [
    hours > 0 ? `${numberText(hours)} h` : '',
    minutes % 60 > 0 || hours === 0 ? `${minutes % 60} m` : '',
  ]
  return `${seconds < 0 ? '−' : ''}${parts.filter(Boolean).join(' ')}`
}

export const details = (title: string) => `Slack of ${title}`
export const moveTo = (level: Level) => `Move to ${level}`
export const dismiss = 'Dismiss for a week'
export const dismissed = { title: 'Slack mark dismissed', text: 'It’s hidden for a week.' }

/** Returns the work left, such as '25 h 55 m of 27 h'. */
export const workOf = (left: number, estimate: number | null) =>
  estimate === null || left === estimate ? work(left) : `${work(left)} of ${work(estimate)}`

export const today = 'Today'
export const due = 'Due'
/** The label for a task that must be done before its own due date because another task depends on it. */
export const neededBy = 'Needed by'
export const workLeft = 'Work left'
export const hoursUntilThen = 'Hours until then'
export const latestStart = 'Latest start'
export const explained =
  'Slack is the working time left before the latest start. Your hours per weekday are in Settings.'
