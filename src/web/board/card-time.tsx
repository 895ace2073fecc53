import { formatClock, formatEstimate } from '#domain/duration.ts'
import type { Task } from '#domain/task.ts'

import { UseBar } from '../clock/use-bar.tsx'

type Props = { task: Pick<Task, 'elapsedTime' | 'estimatedTime'> }

/** The time spent over the time estimated, with a bar. Nothing when nothing was estimated. */
export function CardTime({ task }: Props) {
  const estimate = formatEstimate(task.estimatedTime)
  if (!estimate) return null
  return (
    <div className="card-time flex items-center gap-x-2 sm:flex-col sm:items-end sm:gap-y-1">
      <p className="text-meta whitespace-nowrap text-fg-2">
        <span className="sr-only">Time spent </span>
        <span className="font-[550] text-fg">{formatClock(task.elapsedTime)}</span>
        <span aria-hidden> / </span>
        <span className="sr-only"> of </span>
        {estimate}
      </p>
      <UseBar task={task} seconds={task.elapsedTime} className="h-[3px] w-14 rounded-full sm:w-24" />
    </div>
  )
}

/** The same in a few letters, where there is no room for a bar: '30m', or '5m 0s / 30m' once work has begun. */
export function ShortTime({ task }: Props) {
  const estimate = formatEstimate(task.estimatedTime)
  if (!estimate) return null
  return (
    <span className="whitespace-nowrap">
      <span className="sr-only">Time </span>
      {task.elapsedTime > 0 && `${formatClock(task.elapsedTime)} / `}
      {estimate}
    </span>
  )
}
