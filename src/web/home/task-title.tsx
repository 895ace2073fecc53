import { useSearchParams } from 'wouter'

import { describeCompletedTasks, describeOpenTasks } from '#domain/task-list.ts'
import type { Task } from '#domain/task.ts'

type Props = { tasks: readonly Task[] | undefined; today: Temporal.PlainDate }

/** The page's heading, with how much there is to do, or was done where that is what is shown. */
export function TaskTitle({ tasks, today }: Props) {
  const [search] = useSearchParams()
  const describe = search.get('view') === 'completed' ? describeCompletedTasks : describeOpenTasks
  return (
    <div className="flex flex-wrap items-baseline justify-between gap-x-3 pt-5 sm:justify-start sm:pt-7">
      <h1 className="text-[22px]/7 font-[620] tracking-[-0.022em] sm:text-[24px]/8">All Tasks</h1>
      <p className="text-[13px]/5 text-fg-3">{tasks && describe(tasks, today)}</p>
    </div>
  )
}
