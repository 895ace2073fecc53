import { Pause, Play } from 'lucide-react'

import { formatShortStopwatch } from '#domain/duration.ts'
import type { Task } from '#domain/task.ts'
import { isRunning, shownSession } from '#domain/work-clock.ts'

import { IconButton } from '../ui/button.tsx'
import { ClockDot } from './clock-dot.tsx'
import { pauseClock, startClock, useClock, useSessionSeconds } from './clock.ts'
import { UseBar } from './use-bar.tsx'

type Props = { tasks: readonly Task[]; onOpen: (task: Task) => void }

/**
 * What is being timed, or is paused with time that is not saved: a pill in the header, a bar at the bottom of a phone.
 * It is there in every view.
 */
export function ClockPill({ tasks, onOpen }: Props) {
  const session = shownSession(useClock(), new Set(tasks.map(({ id }) => id)))
  const task = tasks.find(({ id }) => id === session?.taskId)
  if (!session || !task) return null
  return <Pill task={task} isRunning={isRunning(session)} onOpen={onOpen} />
}

type PillProps = { task: Task; isRunning: boolean; onOpen: (task: Task) => void }

function Pill({ task, isRunning, onOpen }: PillProps) {
  const seconds = useSessionSeconds(task.id)
  const time = formatShortStopwatch(seconds)
  return (
    <section aria-label="Clock" className="clock-pill">
      <button type="button" className="clock-pill-open" onClick={() => onOpen(task)}>
        <ClockDot isRunning={isRunning} />
        <span className="sr-only">{isRunning ? 'Running' : 'Paused'} </span>
        <span role="timer" className="font-[550] tabular-nums">
          {time}
        </span>
        <span className="min-w-0 truncate text-fg-2">{task.title}</span>
      </button>
      <IconButton
        label={isRunning ? 'Pause the clock' : 'Start the clock'}
        icon={isRunning ? <Pause size={14} /> : <Play size={14} />}
        size="sm"
        side="bottom"
        onClick={() => (isRunning ? pauseClock(task.id) : startClock(task.id))}
      />
      <UseBar task={task} seconds={task.elapsedTime + seconds} className="clock-pill-bar" />
    </section>
  )
}
