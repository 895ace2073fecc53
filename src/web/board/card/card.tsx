import { memo, useLayoutEffect, useRef } from 'react'

import type { ShortTask } from '#domain/tasks/long-texts.ts'
import { isRunning } from '../../clock/work-clock.ts'

import { useSession } from '../../clock/clock.ts'
import { useIsSelected } from '../../selection/selection.ts'
import { CardFace } from './card-face.tsx'
import { hoverCard, leaveCard, useCardInfo } from './card-info-store.ts'
import { CardPopover } from './deferred-parts.ts'
import { currentDrag, takeLanding, useIsLifted } from '../drag/drag-store.ts'
import { settle } from '../drag/settle.ts'

type Props = { task: ShortTask; today: Temporal.PlainDate; isCompact: boolean }

/** A task in a lane. Rerenders only if the task, the day or the card's own state changes. */
export const Card = memo(function Card({ task, today, isCompact }: Props) {
  const isLifted = useIsLifted(task.id)
  const isSelected = useIsSelected(task.id) === true
  const info = useCardInfo(task.id)
  const runs = isRunning(useSession(task.id))
  const card = useRef<HTMLLIElement>(null)
  // Animate a dropped card to its position once it is laid out.
  useLayoutEffect(() => {
    const from = takeLanding(task.id)
    if (from && card.current) settle(card.current, from)
  }, [task.id])
  return (
    <li
      ref={card}
      data-task={task.id}
      className={`card ${isLifted ? 'is-lifted' : ''} ${runs ? 'is-running' : ''} ${isSelected ? 'is-selected' : ''}`}
      onPointerMove={({ pointerType, target }) => {
        // React also delivers pointer moves over the card's menu.
        const isOver = pointerType === 'mouse' && !(target as Element).closest('[role=menu]')
        if (isOver && !currentDrag()) hoverCard(task.id)
      }}
      onPointerLeave={leaveCard}
    >
      <CardFace task={task} today={today} isCompact={isCompact} />
      {info && <CardPopover key={info} task={task} today={today} by={info} />}
    </li>
  )
})
