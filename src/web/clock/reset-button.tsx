import { RotateCcw } from 'lucide-react'

import type { ShortTask } from '#domain/tasks/long-texts.ts'
import { asksBeforeReset } from './work-clock.ts'

import { createStore, useStore } from '../state/store.ts'
import { realIds } from '../sync/runner/outbox.ts'
import { Button } from '../ui/button.tsx'
import { resetClock, secondsOf, useSession, useSessionSeconds } from './clock.ts'
import { Question } from './deferred-parts.ts'
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

export function ResetQuestion() {
  const taskId = useStore(asked)
  const close = () => asked.set(null)
  return (
    <Question
      open={taskId !== null}
      onEscape={close}
      title={words.resetQuestion}
      text={<UnsavedTime taskId={taskId ?? 0} />}
    >
      <Button data-keep onClick={close}>
        {words.keepTime}
      </Button>
      <Button
        variant="danger"
        onClick={() => {
          close()
          if (taskId !== null) resetClock(realIds.get(taskId) ?? taskId)
        }}
      >
        {words.reset}
      </Button>
    </Question>
  )
}

function UnsavedTime({ taskId }: { taskId: number }) {
  return words.unsavedTime(useSessionSeconds(realIds.get(taskId) ?? taskId))
}
