import { RotateCcw } from 'lucide-react'

import type { ShortTask } from '#domain/tasks/long-texts.ts'
import { asksBeforeReset } from './work-clock.ts'

import { createStore, useStore } from '../state/store.ts'
import { Button } from '../ui/button.tsx'
import { resetClock, secondsOf, useSession } from './clock.ts'
import { ResetQuestion } from './deferred-parts.ts'
import * as words from './words.ts'

type Props = { task: ShortTask; size?: 'sm' | 'md'; className?: string; isIcon?: boolean }

export function ResetButton({ task, size = 'md', className = '', isIcon = false }: Props) {
  return (
    <Button
      variant="ghost"
      size={size}
      className={`aria-disabled:text-fg-off ${className}`}
      icon={<RotateCcw size={14} />}
      aria-label={words.resetFor(task.title)}
      // With `disabled`, the button would lose the focus as soon as it is pressed.
      aria-disabled={useSession(task.id) === null}
      onClick={() => resetOrAsk(task.id)}
    >
      {!isIcon && <span className={size === 'sm' ? 'max-sm:hidden' : ''}>{words.reset}</span>}
    </Button>
  )
}

/** The id of the task whose timer the user wants to reset. */
const asked = createStore<number | null>(null)

/** Stops a task's timer and discards its session. Asks for confirmation if more than a minute would be lost. */
export function resetOrAsk(taskId: number): void {
  if (asksBeforeReset(secondsOf(taskId))) asked.set(taskId)
  else resetClock(taskId)
}

/** The question about the timer that the user wants to reset. */
export function AskedReset() {
  return <ResetQuestion taskId={useStore(asked)} onClose={() => asked.set(null)} />
}
