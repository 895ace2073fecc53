import { RotateCcw } from 'lucide-react'
import { useState } from 'react'

import type { ShortTask } from '#domain/tasks/long-texts.ts'
import { asksBeforeReset } from './work-clock.ts'

import { Button } from '../ui/button.tsx'
import { resetClock, secondsOf, useSession } from './clock.ts'
import { Question } from './deferred-parts.ts'
import * as words from './words.ts'

type Props = { task: ShortTask; size?: 'sm' | 'md'; className?: string; isIcon?: boolean }

/** Stops the timer and discards its session. Asks for confirmation if more than a minute would be lost. */
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
        aria-label={words.resetFor(task.title)}
        disabled={isNothing}
        onClick={press}
      >
        {!isIcon && <span className={size === 'sm' ? 'max-sm:hidden' : ''}>{words.reset}</span>}
      </Button>
      <Question
        open={asked !== null}
        onEscape={() => setAsked(null)}
        title={words.resetQuestion}
        text={words.unsavedTime(asked ?? 0)}
      >
        <Button data-keep onClick={() => setAsked(null)}>
          {words.keepTime}
        </Button>
        <Button variant="danger" onClick={reset}>
          {words.reset}
        </Button>
      </Question>
    </>
  )
}
