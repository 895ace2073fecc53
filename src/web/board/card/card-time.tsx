import { formatClock, formatEstimate } from '#domain/duration.ts'
import type { ShortTask } from '#domain/tasks/long-texts.ts'

import { UseBar } from '../../clock/use-bar.tsx'
import * as words from '../words.ts'

type Props = { task: Pick<ShortTask, 'elapsedTime' | 'estimatedTime'> }

/** Shows the time spent and the estimate, with a bar. Renders nothing without an estimate. */
export function CardTime({ task }: Props) {
  const estimate = formatEstimate(task.estimatedTime)
  if (!estimate) return null
  return (
    <div className="card-time flex items-center gap-x-2 max-sm:-mr-5 sm:flex-col sm:items-end sm:gap-y-1">
      <p className="max-w-full shrink-0 text-meta text-fg-2">
        <span className="sr-only">{words.time.spent}</span>
        <span className="font-[550] whitespace-nowrap text-fg">{formatClock(task.elapsedTime)}</span>
        <span aria-hidden> / </span>
        <span className="sr-only">{words.time.of}</span>
        <span className="whitespace-nowrap">{estimate}</span>
      </p>
      <UseBar task={task} seconds={task.elapsedTime} className="h-[3px] w-14 rounded-full sm:w-24" />
    </div>
  )
}

/** The short form for small cards: '30m', or '5m 0s / 30m' with time spent. */
export function ShortTime({ task }: Props) {
  const estimate = formatEstimate(task.estimatedTime)
  if (!estimate) return null
  return (
    <span className="whitespace-nowrap">
      <span className="sr-only">{words.time.short}</span>
      {task.elapsedTime > 0 && `${formatClock(task.elapsedTime)} / `}
      {estimate}
    </span>
  )
}
