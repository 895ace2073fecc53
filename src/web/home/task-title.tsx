import { type TaskFilter, filterTitle } from '#domain/task-filter.ts'
import { describeCompletedTasks, describeOpenTasks } from '#domain/task-list.ts'
import type { Task } from '#domain/task.ts'

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
  const describe = view === 'completed' ? describeCompletedTasks : describeOpenTasks
  return (
    <div className="flex min-w-0 flex-wrap items-baseline justify-between gap-x-3 max-sm:w-full">
      <h1
        aria-live="polite"
        className="min-w-0 text-[22px]/7 font-[620] tracking-[-0.022em] wrap-anywhere sm:text-[24px]/8"
      >
        {filterTitle(filter)}
      </h1>
      <p className="text-[13px]/5 text-fg-3">{tasks && describe(tasks, today)}</p>
    </div>
  )
}
