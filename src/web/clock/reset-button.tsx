import { RotateCcw } from 'lucide-react'
import { useState } from 'react'

import { formatClock } from '#domain/duration.ts'
import type { Task } from '#domain/task.ts'
import { asksBeforeReset } from '#domain/work-clock.ts'

import { Button } from '../ui/button.tsx'
import { deferred } from '../deferred.tsx'
import { resetClock, secondsOf, useSession } from './clock.ts'

const Question = deferred('ui/question.tsx', async () => (await import('../ui/question.tsx')).Question, {
  isWanted: ({ open }) => open,
})

type Props = { task: Task; size?: 'sm' | 'md'; className?: string; isIcon?: boolean }

/** Stops the clock and forgets the session. It asks when more than a minute would be lost. */
export function ResetButton({ task, size = 'md', className, isIcon = false }: Props) {
  const [asked, setAsked] = useState<number | null>(null)
  const isNothing = useSession(task.id) === null
  const press = () => {
    const seconds = secondsOf(task.id)
    if (asksBeforeReset(seconds)) setAsked(seconds)
    else resetClock(task.id)
  }
  const reset = () => {
    setAsked(null)
    resetClock(task.id)
  }
  return (
    <>
      <Button
        variant="ghost"
        size={size}
        className={className}
        icon={<RotateCcw aria-hidden size={14} />}
        aria-label={`Reset the clock of ${task.title}`}
        disabled={isNothing}
        onClick={press}
      >
        {!isIcon && 'Reset'}
      </Button>
      <Question
        open={asked !== null}
        onEscape={() => setAsked(null)}
        title="Reset the clock?"
        text={`${formatClock(asked ?? 0)} that are not saved will be lost.`}
      >
        <Button data-keep onClick={() => setAsked(null)}>
          Keep the time
        </Button>
        <Button variant="danger" onClick={reset}>
          Reset
        </Button>
      </Question>
    </>
  )
}
