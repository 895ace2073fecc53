import { tierOfLevel } from '#domain/tasks/priority.ts'
import type { ShortTask } from '#domain/tasks/long-texts.ts'

import { CardClock } from '../../clock/card-clock.tsx'
import { useSession } from '../../clock/clock.ts'
import { useAnnouncedKeys } from '../../keys/single-keys.ts'
import { useBoardActions } from '../board-actions.ts'
import { CardCheck } from './card-check.tsx'
import { CardIcon } from './card-icon.tsx'
import { CardMeta } from './card-meta.tsx'
import { CardTime } from './card-time.tsx'
import { DueStrip } from './due.tsx'
import { Handle } from './handle.tsx'
import * as words from '../words.ts'

type Props = { task: ShortTask; today: Temporal.PlainDate; isCompact: boolean }

/** The content of a card, in a lane or lifted. The title's button covers the whole card, beneath the other buttons. */
export function CardFace({ task, today, isCompact }: Props) {
  const { open, edit } = useBoardActions()
  const keys = useAnnouncedKeys('C X E S T D I Delete Alt+ArrowUp Alt+ArrowDown')
  return (
    <>
      <DueStrip dueDate={task.dueDate} today={today} />
      <h3 className="card-title">
        <button type="button" className="card-open" aria-keyshortcuts={keys} onClick={() => open(task)}>
          <span dir="auto">{task.title}</span>
        </button>
      </h3>
      <CardCheck task={task} />
      <CardMeta task={task} today={today} isCompact={isCompact} />
      {!isCompact && <CardTime task={task} />}
      <div className="card-actions">
        <StartWork task={task} isCompact={isCompact} />
        <button
          type="button"
          className="card-action"
          aria-label={words.edit(task.title)}
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

/** Shows a label in tier 1 if it fits, otherwise only an icon. */
function StartWork({ task, isCompact }: Omit<Props, 'today'>) {
  const { startWork } = useBoardActions()
  if (useSession(task.id) !== null) return null
  const isLabelled = !isCompact && tierOfLevel(task.priority) === 1
  return (
    <button
      type="button"
      className={isLabelled ? 'card-action card-start' : 'card-action'}
      aria-label={words.startWorkOn(task.title)}
      onClick={() => startWork(task)}
    >
      <CardIcon name="play" size={isCompact ? 14 : 16} />
      {isLabelled && <span>{words.startWork}</span>}
    </button>
  )
}
