import { formatStopwatch } from '#domain/duration.ts'
import type { ShortTask } from '#domain/tasks/long-texts.ts'
import { isRunning } from './work-clock.ts'

import { Button } from '../ui/button.tsx'
import { ClockButton } from './clock-button.tsx'
import { ClockDot } from './clock-dot.tsx'
import { useSession, useSessionSeconds } from './clock.ts'
import { useSaveTime } from './queries.ts'
import { ResetButton } from './reset-button.tsx'
import { UseBar } from './use-bar.tsx'
import * as words from './words.ts'

type Props = { task: ShortTask; isCompact: boolean }

/** The second row of a card with a session: its timer and the timer's buttons. */
export function CardClock(props: Props) {
  const session = useSession(props.task.id)
  return session && <Row {...props} runs={isRunning(session)} />
}

function Row({ task, isCompact, runs }: Props & { runs: boolean }) {
  const seconds = useSessionSeconds(task.id)
  const { save, isSaving } = useSaveTime(task)
  const look = {
    task,
    size: 'sm',
    isIcon: isCompact,
    className: isCompact ? 'w-7 px-0' : 'text-meta',
  } as const
  return (
    <>
      <div ref={returnFocus} className="card-clock">
        <ClockDot isRunning={runs} />
        <span
          role="timer"
          aria-label={runs ? words.running : words.paused}
          className={`card-clock-time ${isSaving ? 'text-fg-3' : ''}`}
        >
          {formatStopwatch(seconds)}
        </span>
        {!isCompact && <span className="text-meta text-fg-3 max-sm:hidden">{words.thisSession}</span>}
        <span className="card-clock-actions">
          <ResetButton {...look} />
          <ClockButton {...look} />
          <Button
            variant="primary"
            size="sm"
            className="text-meta"
            aria-label={words.saveFor(task.title)}
            disabled={seconds === 0}
            pending={isSaving}
            onClick={() => void save()}
          >
            {words.save}
          </Button>
        </span>
      </div>
      <UseBar task={task} seconds={task.elapsedTime + seconds} className="card-clock-bar" />
    </>
  )
}

/** Moves the focus to the card's title when the row disappears, after a save or a reset. */
function returnFocus(row: HTMLElement | null): () => void {
  return () => {
    if (row?.contains(document.activeElement))
      row.closest('.card')?.querySelector<HTMLElement>('.card-open')?.focus({ preventScroll: true })
  }
}
