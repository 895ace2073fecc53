import { formatClock, formatEstimate, formatStopwatch } from '#domain/duration.ts'
import type { ShortTask } from '#domain/tasks/long-texts.ts'
import { isRunning } from './work-clock.ts'

import { ClockButton } from './clock-button.tsx'
import { ClockDot } from './clock-dot.tsx'
import { useSession, useSessionSeconds } from './clock.ts'
import { ResetButton } from './reset-button.tsx'
import { UseBar } from './use-bar.tsx'
import * as words from './words.ts'

export function TaskTimer({ task }: { task: ShortTask }) {
  const session = useSession(task.id)
  const seconds = useSessionSeconds(task.id)
  const runs = isRunning(session)
  const estimate = formatEstimate(task.estimatedTime)
  const total = task.elapsedTime + seconds
  return (
    <section aria-labelledby={`timer-${task.id}`}>
      <div className="flex items-center justify-between">
        <h3 id={`timer-${task.id}`} className="text-label font-semibold">
          {words.taskTimer}
        </h3>
        <output className={`flex items-center gap-2 text-meta ${runs ? 'text-ok-text' : 'text-fg-2'}`}>
          {session && <ClockDot isRunning={runs} />}
          {runs ? words.running : session ? words.paused : words.notStarted}
        </output>
      </div>
      <p
        role="timer"
        aria-label={words.session}
        className="mt-2 text-[44px]/12 font-semibold tracking-[-0.04em] tabular-nums"
      >
        {formatStopwatch(seconds)}
      </p>
      <UseBar task={task} seconds={total} className="mt-2.5 h-1.5 rounded-full" />
      <p className="mt-2.5 flex flex-wrap justify-between gap-x-4 text-meta text-fg-2">
        <span>{words.loggedAndSession(formatClock(task.elapsedTime), formatClock(seconds))}</span>
        <span>
          {estimate ? words.totalOf(formatClock(total), estimate) : words.total(formatClock(total))}
        </span>
      </p>
      <div className="mt-3 flex gap-2 [&>button]:flex-1">
        <ClockButton task={task} />
        <ResetButton task={task} />
      </div>
    </section>
  )
}
