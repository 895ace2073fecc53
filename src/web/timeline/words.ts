import { countText } from '../ui/count-text.ts'
import { dates } from '../ui/dates.ts'
import { numberText, percentText } from '../ui/numbers.ts'
import { dateOf } from '#domain/tasks/slack/day-number.ts'
import { isolate } from '#domain/text.ts'

type Day = Temporal.PlainDate
/** A bar's first moment and its end, as day numbers, and whether the task has an end date there. */
type Bar = { start: number; end: number; hasOwnEnd: boolean }
type Titled = { title: string }

/** Source: specification 2. */
export const loading = 'Loading tasks...'
/** Source: specification 2. */
export const empty = {
  title: 'No tasks with dates available.',
  text: 'Add start dates and end dates to your tasks to see them on the timeline.',
}
/** Source: specification 2. */
export const modes = { day: 'Day', week: 'Week', month: 'Month' }

export const zoom = 'Zoom'
export const criticalPath = 'Critical path'
export const today = 'Today'
export const previous = 'Previous'
export const next = 'Next'

export const timeline = 'Timeline'
export const task = 'Task'
export const datesAndProgress = 'Dates and progress'
export const weekNumber = (week: number) => `Week ${numberText(week)}`

export const legend = { project: 'Project', task, now: 'Now', dependency: 'Depends on' }
export const dragHint = 'Drag a bar, its ends or its progress handle. Click to edit.'
export const touchHint = 'Hold a bar, then drag it. Tap to edit.'
/** Spoken after the name of a bar. */
export const barKeys = (hasSingleKeys: boolean) =>
  `The left and right arrows move the task by a day. With Shift, they move the task’s end. Plus and minus change the progress. The up and down arrows go to other tasks. Enter edits.${hasSingleKeys ? ' C completes. T plans the task for today. M opens the menu.' : ''}`

export const actionsFor = (title: string) => `Actions for ${title}`
export const edit = 'Edit'
export const chooseDependencies = 'Depends on…'
export const dependency = 'Dependency'
export const removeDependency = 'Remove dependency'
export const removeDependencyOn = (title: string) => `Remove dependency on “${isolate(title)}”`

export const print = { task, dates: 'Dates', progress: 'Progress', bar: 'Bar', completed: 'Completed' }
export const printedPeriod = (from: Day, to: Day) => `${dates.mediumDay(from)} to ${dates.mediumDay(to)}`

/** Returns a bar's dates, formatted like those in the form: 'Nov 20 – Nov 23', or 'Nov 20' without a later end date. */
export function span({ start, end, hasOwnEnd }: Bar, today: Day): string {
  const [first, last] = [dateOf(start), dateOf(end)]
  const isOneDay = first.equals(last) || (!hasOwnEnd && end === start + 1)
  return [first, ...(isOneDay ? [] : [last])].map((day) => dates.shortDay(day, today)).join(' – ')
}

export const listWidth = 'Width of the task column'
export const pixels = (px: number) => `${numberText(px)} pixels`

export const percent = percentText
export const state = (isCompleted: boolean, progress: number) =>
  isCompleted ? 'completed' : `${percent(progress)} done`
export const onCriticalPath = 'on the critical path'

/** Returns the result of the critical path button, such as 'Critical path: 4 tasks, 23 days'. */
export function pathResult(path: { ids: readonly number[]; days: number } | null): string {
  if (!path) return 'No tasks depend on each other.'
  return `Critical path: ${countText(path.ids.length, 'task', 'tasks')}, ${countText(path.days, 'day', 'days')}`
}

export const progressChanged = ({ title }: Titled, progress: number) =>
  `${isolate(title)}: ${percent(progress)} done.`
export const startMoved = ({ title }: Titled, start: Day, today: Day) =>
  `${isolate(title)} starts ${dates.shortDay(start, today)}.`
export const endMoved = ({ title }: Titled, end: Day, today: Day) =>
  `${isolate(title)} ends ${dates.shortDay(end, today)}.`
export const moved = ({ title }: Titled, bar: Bar, today: Day) =>
  `${isolate(title)} moved: ${span(bar, today)}.`
/** Announced while a card is dragged: where its bar would be. */
export const newDates = (bar: Bar, today: Day) => `New dates: ${span(bar, today)}`
export const noDay = 'Not over any day'
export const keepsDates = (isDropped: boolean, { title }: Titled) =>
  `${isDropped ? noDay : 'Canceled'}. ${isolate(title)} keeps its dates.`
export const tasksMoved = (count: number) => `${countText(count, 'task', 'tasks')} moved.`

export const linked = (before: Titled, after: Titled) =>
  `“${isolate(after.title)}” now depends on “${isolate(before.title)}”.`
export const unlinked = (before: Titled, after: Titled) =>
  `“${isolate(after.title)}” no longer depends on “${isolate(before.title)}”.`
/** Shown at the pointer while a dependency is drawn from another bar. */
export const willDepend = ({ title }: Titled) => `“${isolate(title)}” will depend on this task`

export const startsTooEarly = ({ title }: Titled, before: Titled, end: Day, today: Day) =>
  `“${isolate(title)}” starts before “${isolate(before.title)}” ends (${dates.shortDay(end, today)}).`
export const dependentsTooEarly = ({ title }: Titled, count: number) =>
  `${countText(count, 'dependent task starts', 'dependent tasks start')} before “${isolate(title)}” ends.`
export const plannedMove = ({ title }: Titled, from: Day, to: Day, today: Day) =>
  `${isolate(title)}: ${dates.shortDay(from, today)} → ${dates.shortDay(to, today)}`
export const moreMoves = (count: number) => `and ${numberText(count)} more`
export const moveDependents = (count: number) => `Also move ${dependents(count)}`
export const moveTo = (day: Day, today: Day) => `Move it to ${dates.shortDay(day, today)}`
export const moveWithDependents = (count: number) => `Move it and ${dependents(count)}`
export const leaveAsIs = 'Leave as is'

const dependents = (count: number) => countText(count, 'dependent task', 'dependent tasks')
