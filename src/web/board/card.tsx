import { memo, useLayoutEffect, useRef } from 'react'

import type { Task } from '#domain/task.ts'
import { isRunning } from '#domain/work-clock.ts'

import { useSession } from '../clock/clock.ts'
import { CardFace } from './card-face.tsx'
import { hoverCard, leaveCard, useCardInfo } from './card-info-store.ts'
import { CardPopover } from './deferred-parts.ts'
import { currentDrag, takeLanding, useIsLifted } from './drag/drag-store.ts'
import { settle } from './drag/settle.ts'

type Props = { task: Task; today: Temporal.PlainDate; isCompact: boolean }

/** One task in a lane. Drawn anew only when the task itself, the day or its own ghost changes. */
export const Card = memo(function Card({ task, today, isCompact }: Props) {
  const isLifted = useIsLifted(task.id)
  const info = useCardInfo(task.id)
  const runs = isRunning(useSession(task.id))
  const card = useRef<HTMLLIElement>(null)
  // A card that was dropped here travels the rest of the way once it has a place to travel to.
  useLayoutEffect(() => {
    const from = takeLanding(task.id)
    if (from && card.current) settle(card.current, from)
  }, [task.id])
  return (
    <li
      ref={card}
      data-task={task.id}
      className={`card ${isLifted ? 'is-lifted' : ''} ${runs ? 'is-running' : ''}`}
      onPointerMove={(event) => event.pointerType === 'mouse' && !currentDrag() && hoverCard(task.id)}
      onPointerLeave={leaveCard}
    >
      <CardFace task={task} today={today} isCompact={isCompact} />
      {info && <CardPopover task={task} today={today} by={info} />}
    </li>
  )
})
