import { ChevronRight } from 'lucide-react'
import { useId, useState } from 'react'

import type { Lane } from './lanes.ts'

import { WaitingCards } from '../deferred-parts.ts'
import * as words from '../words.ts'

type Props = { lane: Lane; today: Temporal.PlainDate }

export function WaitingLine({ lane, today }: Props) {
  const { waiting, waitingCount } = lane
  const [isOpen, setIsOpen] = useState(false)
  const id = useId()
  if (waitingCount === 0) return null
  if (waiting.length === 0)
    return <p className="waiting pl-1 text-meta text-fg-2">{words.waitingText(lane)}</p>
  return (
    <div className="waiting">
      <button
        type="button"
        aria-expanded={isOpen}
        aria-controls={isOpen ? id : undefined}
        onClick={() => setIsOpen(!isOpen)}
        className="flex min-h-7 items-center gap-1.5 rounded-sm pr-2 pl-1 text-meta text-fg-2 hover:bg-hover hover:text-fg touch:min-h-10"
      >
        <ChevronRight
          size={14}
          strokeWidth={1.75}
          className={`transition-transform duration-(--d-2) ${isOpen ? 'rotate-90' : ''}`}
        />
        {words.waitingText(lane)}
      </button>
      {isOpen && <WaitingCards id={id} waiting={waiting} today={today} onMissing={() => setIsOpen(false)} />}
    </div>
  )
}
