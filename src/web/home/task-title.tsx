import { useMemo } from 'react'

import { type TaskFilter, filterTitle } from '#domain/task-filter.ts'
import { describeOpenTasks } from '#domain/task-list.ts'
import type { Task } from '#domain/task.ts'

import { CompletedCount } from './deferred-parts.tsx'
import type { View } from './use-view.ts'

type Props = {
  /** The tasks the filter leaves. */
  tasks: readonly Task[] | undefined
  filter: TaskFilter
  view: View
  today: Temporal.PlainDate
}

/** The page's heading, with how much there is to do, or was done where that is what is shown. */
export function TaskTitle({ tasks, filter, view, today }: Props) {
  const amount = useMemo(() => tasks && describeOpenTasks(tasks, today), [tasks, today])
  return (
    <div className="flex min-w-0 flex-wrap items-baseline justify-between gap-x-3 max-sm:w-full">
      <h1
        aria-live="polite"
        className="min-w-0 text-[22px]/7 font-[620] tracking-[-0.022em] wrap-anywhere sm:text-[24px]/8"
      >
        {filterTitle(filter)}
      </h1>
      <p className="min-h-5 text-[13px]/5 text-fg-3">{view === 'completed' ? <CompletedCount /> : amount}</p>
    </div>
  )
}
