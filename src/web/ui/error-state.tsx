import { RotateCcw, TriangleAlert } from 'lucide-react'

import { Button } from './button.tsx'
import { passFocusToView } from './focus-view.ts'
import * as words from './words.ts'

type ErrorStateProps = {
  title: string
  text: string
  onRetry: () => unknown
}

export function ErrorState({ title, text, onRetry }: ErrorStateProps) {
  return (
    <div role="alert" className="flex flex-col items-center px-6 py-14 text-center">
      <TriangleAlert size={18} strokeWidth={1.75} className="mb-3" />
      <p className="max-w-96 text-[15px] leading-[22px] font-[590]">{title}</p>
      <p className="mt-1 max-w-96 text-label leading-5 break-words text-fg-3">{text}</p>
      <RetryButton className="mt-4.5" onClick={() => void onRetry()} />
    </div>
  )
}

/** A button that disappears with its error. */
export function RetryButton(props: { className?: string; onClick: () => void }) {
  return (
    <Button ref={passFocusToView} icon={<RotateCcw size={16} />} {...props}>
      {words.tryAgain}
    </Button>
  )
}
