import { parseEstimate } from '#domain/duration.ts'
import { type EstimateUse, estimateUse } from '#domain/estimate-use.ts'
import type { Task } from '#domain/task.ts'

const TONES: Record<EstimateUse['tone'], string> = { ok: 'bg-ok', warn: 'bg-warn', danger: 'bg-danger' }

type Props = { task: Pick<Task, 'estimatedTime'>; seconds: number; className?: string }

/** How much of the estimate is used. The figures beside it say the same. Nothing when nothing was estimated. */
export function UseBar({ task, seconds, className = '' }: Props) {
  const estimate = parseEstimate(task.estimatedTime)
  if (!task.estimatedTime?.trim()) return null
  const { share, tone } = estimateUse(seconds, estimate)
  return (
    <span aria-hidden className={`block overflow-hidden bg-line-2 ${className}`}>
      <span className={`block h-full ${TONES[tone]}`} style={{ width: `${share * 100}%` }} />
    </span>
  )
}
