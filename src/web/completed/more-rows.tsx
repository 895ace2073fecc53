import { RotateCcw } from 'lucide-react'

import { Button } from '../ui/button.tsx'
import { passFocusToView } from '../ui/focus-view.ts'
import { CompletedSkeleton } from './completed-skeleton.tsx'
import * as words from './words.ts'

type Props = {
  fault: string | null
  onRetry: () => void
}

/** The end of a list with more pages: a placeholder or an error. */
export function MoreRows({ fault, onRetry }: Props) {
  if (fault === null) {
    return (
      <div aria-hidden>
        <CompletedSkeleton rows={3} />
      </div>
    )
  }
  return (
    <div
      ref={passFocusToView}
      role="alert"
      className="flex flex-wrap items-center gap-x-4 gap-y-2 px-3 py-4 max-sm:px-0"
    >
      <p className="min-w-0 text-label wrap-anywhere">
        {words.moreFailed} <span className="text-fg-3">{fault}</span>
      </p>
      <Button icon={<RotateCcw size={16} />} onClick={onRetry}>
        {words.tryAgain}
      </Button>
    </div>
  )
}
