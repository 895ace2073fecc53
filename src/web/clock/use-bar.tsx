import { parseEstimate } from '#domain/duration.ts'
import { type EstimateUse, estimateUse } from './estimate-use.ts'
import type { ShortTask } from '#domain/tasks/long-texts.ts'

const TONES: Record<EstimateUse['tone'], string> = { ok: 'bg-ok', warn: 'bg-warn', danger: 'bg-danger' }

type Props = { task: Pick<ShortTask, 'estimatedTime'>; seconds: number; className?: string }

/** Shows how much of the estimate is used, like the text beside it. Renders nothing without an estimate. */
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
