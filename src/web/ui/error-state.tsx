import { RotateCcw, TriangleAlert } from 'lucide-react'

import { Button } from './button.tsx'

type ErrorStateProps = {
  /** What failed. */
  title: string
  /** The server's words. */
  text: string
  onRetry: () => void
}

/** What failed, why, and the way to try again. */
export function ErrorState({ title, text, onRetry }: ErrorStateProps) {
  return (
    <div role="alert" className="flex flex-col items-center px-6 py-14 text-center">
      <TriangleAlert size={18} strokeWidth={1.75} aria-hidden="true" className="mb-3" />
      <p className="max-w-96 text-[15px] leading-[22px] font-[590]">{title}</p>
      <p className="mt-1 max-w-96 text-label leading-5 break-words text-fg-3">{text}</p>
      <Button className="mt-4.5" icon={<RotateCcw size={16} />} onClick={onRetry}>
        Try again
      </Button>
    </div>
  )
}
