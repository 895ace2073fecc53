import { RetryButton } from '../ui/error-state.tsx'
import { CompletedSkeleton } from './completed-skeleton.tsx'
import * as words from './words.ts'

type Props = {
  fault: string | null
  onRetry: () => void
}

export function MoreRows({ fault, onRetry }: Props) {
  if (fault === null) {
    return (
      <div aria-hidden>
        <CompletedSkeleton rows={3} />
      </div>
    )
  }
  return (
    <div role="alert" className="flex flex-wrap items-center gap-x-4 gap-y-2 px-3 py-4 max-sm:px-0">
      <p className="min-w-0 text-label wrap-anywhere">
        {words.moreFailed} <span className="text-fg-3">{fault}</span>
      </p>
      <RetryButton onClick={onRetry} />
    </div>
  )
}
