import { Pause, Play } from 'lucide-react'

import type { ShortTask } from '#domain/tasks/long-texts.ts'
import { isRunning } from './work-clock.ts'

import { Button } from '../ui/button.tsx'
import { pauseClock, startClock, useSession } from './clock.ts'
import * as words from './words.ts'

type Props = { task: ShortTask; size?: 'sm' | 'md'; className?: string; isIcon?: boolean }

/** Starts or pauses a task's timer. The same button does both, so it keeps the focus. */
export function ClockButton({ task, size = 'md', className, isIcon = false }: Props) {
  const runs = isRunning(useSession(task.id))
  const name = runs ? words.pauseFor(task.title) : words.startFor(task.title)
  const Icon = runs ? Pause : Play
  return (
    <Button
      variant={isIcon ? 'ghost' : 'secondary'}
      size={size}
      className={className}
      icon={<Icon size={14} />}
      aria-label={name}
      onClick={() => (runs ? pauseClock(task.id) : startClock(task.id))}
    >
      {!isIcon && (runs ? words.pause : words.start)}
    </Button>
  )
}
