import { Pause, Play } from 'lucide-react'

import type { Task } from '#domain/task.ts'
import { isRunning } from '#domain/work-clock.ts'

import { Button } from '../ui/button.tsx'
import { pauseClock, startClock, useSession } from './clock.ts'

type Props = { task: Task; size?: 'sm' | 'md'; className?: string; isIcon?: boolean }

/** Pauses the clock of a task, or starts it: one button, so that the focus stays on it. */
export function ClockButton({ task, size = 'md', className, isIcon = false }: Props) {
  const runs = isRunning(useSession(task.id))
  const verb = runs ? 'Pause' : 'Start'
  const Icon = runs ? Pause : Play
  return (
    <Button
      variant={isIcon ? 'ghost' : 'secondary'}
      size={size}
      className={className}
      icon={<Icon aria-hidden size={14} />}
      aria-label={`${verb} the clock of ${task.title}`}
      onClick={() => (runs ? pauseClock(task.id) : startClock(task.id))}
    >
      {!isIcon && verb}
    </Button>
  )
}
