import { useMemo } from 'react'

import { type Slack, findSlack } from '#domain/tasks/slack/slack.ts'
import { type WorkCalendar, makeWorkCalendar } from '#domain/tasks/slack/slack-hours.ts'
import type { ShortTask } from '#domain/tasks/long-texts.ts'

import { useSettings } from '../account/settings.ts'
import { useTimely } from '../ui/today.ts'

const MINUTE_MS = 60_000

export type TaskSlack = {
  calendar: WorkCalendar
  slackById: ReadonlyMap<number, Slack>
  /** The current minute, in ms since 1970. */
  now: number
}

/** Returns the slack of the tasks as of the current minute. The board and the timeline both use this function. */
export function useSlack(tasks: readonly ShortTask[]): TaskSlack {
  const { hoursPerWeekday, dayStartsAt } = useSettings()
  const minute = useTimely(() => Math.floor(Date.now() / MINUTE_MS))
  return useMemo(() => {
    const zone = Temporal.Now.timeZoneId()
    const calendar = makeWorkCalendar({ hoursPerWeekday, dayStartsAt }, zone)
    const time = Temporal.Instant.fromEpochMilliseconds(minute * MINUTE_MS).toZonedDateTimeISO(zone)
    return { calendar, slackById: findSlack(tasks, calendar, time), now: minute * MINUTE_MS }
  }, [tasks, hoursPerWeekday, dayStartsAt, minute])
}
