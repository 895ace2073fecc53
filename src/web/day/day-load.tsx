import { TriangleAlert } from 'lucide-react'
import { useMemo } from 'react'

import { makeDayFilter, measureDay } from '#domain/tasks/day/day.ts'
import type { ShortTask } from '#domain/tasks/long-texts.ts'

import { useSettings } from '../account/settings.ts'
import * as slack from '../slack/words.ts'
import * as words from './load-words.ts'

type Props = { tasks: readonly ShortTask[]; today: Temporal.PlainDate }

/** Shows how much of today's working hours today's tasks take up, regardless of the other filters. */
export function DayLoad({ tasks, today }: Props) {
  const { hoursPerWeekday } = useSettings()
  const { planned, capacity, unestimated } = useMemo(() => {
    const isForToday = makeDayFilter(today, Temporal.Now.timeZoneId())
    return measureDay(tasks.filter(isForToday), today, hoursPerWeekday)
  }, [tasks, today, hoursPerWeekday])
  const over = planned - capacity
  return (
    <span className="flex flex-wrap items-center gap-x-2.5 gap-y-1.5 pb-1.5 text-label leading-5 text-fg-2 sm:pb-0 max-sm:text-[14px]">
      <span className="whitespace-nowrap">
        <span className="font-[550] text-fg tabular-nums">{slack.work(planned)}</span>{' '}
        {words.plannedOf(slack.work(capacity))}
      </span>
      <Meter planned={planned} capacity={capacity} />
      {over > 0 && (
        <span className="inline-flex items-center gap-1.5 font-[550] whitespace-nowrap text-warn-text max-sm:ml-auto">
          <TriangleAlert size={14} strokeWidth={1.75} />
          {words.over(slack.work(over))}
        </span>
      )}
      {unestimated > 0 && <span className="text-fg-3 max-sm:order-2">{words.unestimated(unestimated)}</span>}
    </span>
  )
}

/** Shows the day's load as a bar. Its last part, in the warning color, is the work beyond the capacity. */
function Meter({ planned, capacity }: { planned: number; capacity: number }) {
  const whole = Math.max(planned, capacity, 1)
  const part = (seconds: number) => ({ width: `${(seconds / whole) * 100}%` })
  return (
    <span
      aria-hidden
      className="flex h-1 w-30 overflow-hidden rounded-full bg-line-2 max-sm:order-1 max-sm:w-full"
    >
      <span className="bg-fg-2" style={part(Math.min(planned, capacity))} />
      <span className="bg-warn" style={part(Math.max(0, planned - capacity))} />
    </span>
  )
}
