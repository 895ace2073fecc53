import { useDeferredValue, useMemo } from 'react'

import { type TaskFilter, filterTitle } from '../filters/task-filter.ts'
import { describeOpenTasks } from '../tasks/data/task-list.ts'
import type { ShortTask } from '#domain/tasks/long-texts.ts'

import { CompletedCount, DayLoad } from './deferred-parts.tsx'
import type { View } from './use-view.ts'

type Props = {
  /** All of the user's tasks. */
  tasks: readonly ShortTask[] | undefined
  /** The filtered tasks. */
  shown: readonly ShortTask[] | undefined
  filter: TaskFilter
  view: View
  today: Temporal.PlainDate
}

/** The page's heading, with the number of open tasks, or of completed tasks in the Completed view. */
export function TaskTitle({ tasks, shown: newest, filter, view, today }: Props) {
  // A click on a card shows its effect before the tasks are counted again.
  const shown = useDeferredValue(newest)
  const zone = Temporal.Now.timeZoneId()
  const amount = useMemo(() => shown && describeOpenTasks(shown, today, zone), [shown, today, zone])
  return (
    <div
      className={`min-w-0 sm:flex ${filter.day ? 'max-sm:w-full' : ''} sm:flex-wrap sm:items-baseline sm:gap-x-3`}
    >
      <h1
        aria-live="polite"
        className="min-w-0 text-[20px]/6 font-[620] tracking-[-0.022em] wrap-anywhere sm:text-[22px]/7"
      >
        {filterTitle(filter)}
      </h1>
      <p className="min-h-5 text-[13px]/5 text-fg-3">
        {view === 'completed' ? (
          <CompletedCount />
        ) : filter.day && tasks ? (
          <DayLoad tasks={tasks} today={today} />
        ) : (
          amount
        )}
      </p>
    </div>
  )
}
