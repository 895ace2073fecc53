import { Pause, Play } from 'lucide-react'

import { formatShortStopwatch } from '#domain/duration.ts'
import type { ShortTask } from '#domain/tasks/long-texts.ts'
import { isRunning, shownSession } from './work-clock.ts'

import { IconButton } from '../ui/button.tsx'
import { CLEAR_OF_TOASTS } from '../ui/toast-place.ts'
import { useIsKeyboardOpen } from '../ui/use-keyboard-open.ts'
import { ClockDot } from './clock-dot.tsx'
import { pauseClock, startClock, useClock, useSessionSeconds } from './clock.ts'
import * as words from './words.ts'

type Props = { tasks: readonly ShortTask[]; onOpen: (task: ShortTask) => void }

/**
 * The running timer, or a paused one with unsaved time: a pill in the header, a row above the tabs on a phone. The pill
 * is visible in every view.
 */
export function ClockPill({ tasks, onOpen }: Props) {
  const session = shownSession(useClock(), tasks)
  const task = session && tasks.find(({ id }) => id === session.taskId)
  if (!task) return null
  return <Pill task={task} isRunning={isRunning(session)} onOpen={onOpen} />
}

type PillProps = { task: ShortTask; isRunning: boolean; onOpen: (task: ShortTask) => void }

function Pill({ task, isRunning, onOpen }: PillProps) {
  const seconds = useSessionSeconds(task.id)
  const time = formatShortStopwatch(seconds)
  const isKeyboardOpen = useIsKeyboardOpen()
  return (
    <section
      ref={markTimer}
      aria-label={words.timer}
      {...CLEAR_OF_TOASTS}
      className={`relative flex min-w-0 items-center rounded-full border border-line-2 text-[13px]/5 max-sm:fixed max-sm:inset-x-0 max-sm:bottom-[calc(56px+env(safe-area-inset-bottom))] max-sm:h-10 max-sm:rounded-none max-sm:border-x-0 max-sm:border-b-0 max-sm:bg-raised max-sm:pr-2 ${isKeyboardOpen ? 'max-sm:hidden' : ''}`}
    >
      <button
        type="button"
        className="flex min-w-0 items-center gap-2 rounded-full py-1.25 pr-1 pl-3 max-sm:min-h-10 max-sm:flex-1 max-sm:pl-4"
        onClick={() => onOpen(task)}
      >
        <ClockDot isRunning={isRunning} />
        <span className="sr-only">{isRunning ? words.running : words.paused} </span>
        <span className="font-[550] tabular-nums">{time}</span>
        <span
          dir="auto"
          className="min-w-0 truncate text-fg-2 sm:max-w-49 sm:max-md:hidden sm:group-data-scrolled/header:hidden"
        >
          {task.title}
        </span>
      </button>
      <IconButton
        label={isRunning ? words.pauseTimer : words.startTimer}
        data-commands={words.timer}
        icon={isRunning ? <Pause size={14} /> : <Play size={14} />}
        size="sm"
        side="bottom"
        className="sm:max-md:group-data-scrolled/header:hidden"
        onClick={() => (isRunning ? pauseClock(task.id) : startClock(task.id))}
      />
    </section>
  )
}

/** Marks the page, so that elements fixed at the bottom of a phone's screen sit above the timer's row. */
function markTimer(): () => void {
  const { classList } = document.documentElement
  classList.add('has-timer')
  return () => classList.remove('has-timer')
}
