import { parseEstimate } from '../../duration.ts'
import { readMoment } from './day-number.ts'
import { orderByDependency } from './dependency-order.ts'
import type { Level } from '../priority.ts'
import { dayIn } from '../due-date.ts'
import type { WorkCalendar } from './slack-hours.ts'
import type { Task } from '../task.ts'

export type SlackTask = Pick<
  Task,
  'id' | 'dependencies' | 'completed' | 'dueDate' | 'estimatedTime' | 'elapsedTime'
>

/** How much working time an open task has to spare. */
export type Slack = {
  /** The seconds of working time between now and the latest start. Negative if the latest start has passed. */
  seconds: number
  /** The seconds of work left. */
  workLeft: number
  /** The latest start as working time. */
  latestStart: number
  /** The latest finish as working time: the due date, or the latest start of a dependent task if that is earlier. */
  latestFinish: number
  /** Whether the latest finish is the task's own due date. */
  isOwn: boolean
}

/** A task whose slack calls for a more urgent level than its own. */
export type SlackMark = { taskId: number; level: Level; slack: Slack }

/** The maximum number of marks on the board. Source: decisions 13. */
export const SLACK_MARKS_MAX = 5

/**
 * Returns the slack of each open task that has a due date, or whose dependent tasks have one. A task must be done
 * before the latest start of every open task that depends on it. For a task in or after a cycle, only its own due date
 * counts. Without working hours, no task has slack. Source: decisions 13.
 */
export function findSlack(
  tasks: readonly SlackTask[],
  calendar: WorkCalendar,
  now: Temporal.ZonedDateTime,
): ReadonlyMap<number, Slack> {
  const slackById = new Map<number, Slack>()
  if (calendar.averageDay === 0) return slackById
  const open = tasks.filter(({ completed }) => !completed)
  const estimateOf = remembered(parseEstimate)
  const workLeft = open.map((task) => Math.max(0, estimateOf(task.estimatedTime) - task.elapsedTime))
  const deadlineOf = remembered((dueDate) => readDeadline(dueDate, calendar, now.timeZoneId))
  const dues = open.map(({ dueDate }) => deadlineOf(dueDate))
  const finishes = [...dues]
  const { order, before } = orderByDependency(open)
  for (const task of order.toReversed()) {
    const start = (finishes[task] ?? 0) - (workLeft[task] ?? 0)
    for (const other of before[task] ?? []) finishes[other] = Math.min(finishes[other] ?? 0, start)
  }
  const done = calendar.at(now)
  for (const [index, { id }] of open.entries()) {
    const latestFinish = finishes[index] ?? Number.POSITIVE_INFINITY
    if (latestFinish === Number.POSITIVE_INFINITY) continue
    const left = workLeft[index] ?? 0
    const latestStart = latestFinish - left
    const isOwn = latestFinish === dues[index]
    slackById.set(id, { seconds: latestStart - done, workLeft: left, latestStart, latestFinish, isOwn })
  }
  return slackById
}

/**
 * Returns the level that the slack calls for, or null for none. The first matching row applies:
 *
 * | Slack                           | Level |
 * | ------------------------------- | ----- |
 * | late (below 0)                  | 1     |
 * | below 2 hours                   | 2     |
 * | below 1 average working day     | 3     |
 * | below 2                         | 4     |
 * | below 5                         | 5     |
 * | below 10                        | 6     |
 * | 10 or more                      | none  |
 *
 * Source: decisions 13.
 *
 * @param seconds the slack
 * @param averageDay the seconds of an average working day
 */
export function levelOfSlack(seconds: number, averageDay: number): Level | null {
  if (seconds < 0) return 1
  if (seconds < URGENT_SECONDS) return 2
  const days = seconds / averageDay
  return LEVELS_BY_DAYS.find(([below]) => days < below)?.[1] ?? null
}

/**
 * Returns the tasks whose slack calls for a more urgent level than their own, the worst first, at most
 * `SLACK_MARKS_MAX`. Skips tasks for which `isHidden` returns true.
 */
export function findSlackMarks(
  tasks: readonly Pick<Task, 'id' | 'priority'>[],
  slackById: ReadonlyMap<number, Slack>,
  averageDay: number,
  isHidden: (taskId: number) => boolean,
): SlackMark[] {
  return tasks
    .flatMap(({ id, priority }): SlackMark[] => {
      const slack = slackById.get(id)
      const level = slack && levelOfSlack(slack.seconds, averageDay)
      return slack && level && level < priority && !isHidden(id) ? [{ taskId: id, level, slack }] : []
    })
    .toSorted((a, b) => a.slack.seconds - b.slack.seconds || a.taskId - b.taskId)
    .slice(0, SLACK_MARKS_MAX)
}

/** Returns the day of the latest finish. The due date itself can be a day without working hours. */
export function finishDay(dueDate: string | null, slack: Slack, calendar: WorkCalendar, zone: string) {
  const due = slack.isOwn ? dayIn(dueDate, zone) : null
  return due ?? calendar.finishAt(slack.latestFinish).toPlainDate()
}

/** Returns a due date as working time. A missing or unreadable date sets no limit. */
function readDeadline(text: string | null, calendar: WorkCalendar, zone: string): number {
  const moment = text ? readMoment(text, zone) : null
  if (!text || moment === null) return Number.POSITIVE_INFINITY
  return text.includes('T') ? calendar.atMoment(moment) : calendar.afterDay(moment)
}

/** Returns a function that caches the result for each string, because many tasks have the same estimate or due date. */
function remembered(read: (text: string | null) => number): (text: string | null) => number {
  const known = new Map<string | null, number>()
  return (text) => {
    let value = known.get(text)
    if (value === undefined) known.set(text, (value = read(text)))
    return value
  }
}

const URGENT_SECONDS = 2 * 3600
const LEVELS_BY_DAYS: readonly (readonly [below: number, level: Level])[] = [
  [1, 3],
  [2, 4],
  [5, 5],
  [10, 6],
]
