import { tierOfLevel } from '#domain/priority.ts'
import type { Task } from '#domain/task.ts'

import { CardClock } from '../clock/card-clock.tsx'
import { useSession } from '../clock/clock.ts'
import { Button } from '../ui/button.tsx'
import { useBoardActions } from './board-actions.ts'
import { CardIcon } from './card-icon.tsx'
import { CardMeta } from './card-meta.tsx'
import { CardTime } from './card-time.tsx'
import { DueStrip } from './due.tsx'
import { Handle } from './handle.tsx'

type Props = { task: Task; today: Temporal.PlainDate; isCompact: boolean }

/** What a card shows, in a lane or in the hand. Its title is the button that opens it; the others lie above. */
export function CardFace({ task, today, isCompact }: Props) {
  const { edit } = useBoardActions()
  return (
    <>
      <DueStrip dueDate={task.dueDate} today={today} />
      <h3 className="card-title">
        <button
          type="button"
          className="card-open"
          aria-keyshortcuts="E S I Alt+ArrowUp Alt+ArrowDown"
          onClick={() => edit(task)}
        >
          <span>{task.title}</span>
        </button>
      </h3>
      <CardMeta task={task} today={today} isCompact={isCompact} />
      {!isCompact && <CardTime task={task} />}
      <div className="card-actions">
        <StartWork task={task} isCompact={isCompact} />
        <button
          type="button"
          className="card-action"
          aria-label={`Edit ${task.title}`}
          onClick={() => edit(task)}
        >
          <CardIcon name="pencil" size={isCompact ? 14 : 16} />
        </button>
        <Handle task={task} isCompact={isCompact} />
      </div>
      <CardClock task={task} isCompact={isCompact} />
    </>
  )
}

/** Labelled in tier 1 where there is room, an icon elsewhere. */
function StartWork({ task, isCompact }: Omit<Props, 'today'>) {
  const { startWork } = useBoardActions()
  const hasClock = useSession(task.id) !== null
  if (!startWork || hasClock) return null
  const isLabelled = !isCompact && tierOfLevel(task.priority) === 1
  return (
    <>
      {isLabelled && (
        <Button
          size="sm"
          className="mr-1 text-meta max-lg:hidden"
          icon={<CardIcon name="play" size={14} />}
          aria-label={`Start Work on ${task.title}`}
          onClick={() => startWork(task)}
        >
          Start Work
        </Button>
      )}
      <button
        type="button"
        className={isLabelled ? 'card-action lg:hidden' : 'card-action'}
        aria-label={`Start Work on ${task.title}`}
        onClick={() => startWork(task)}
      >
        <CardIcon name="play" size={isCompact ? 14 : 16} />
      </button>
    </>
  )
}
