import type { KeyboardEvent, ReactNode, RefObject, SyntheticEvent } from 'react'

import type { Task } from '#domain/task.ts'

import { hideCardInfo } from '../card-info-store.ts'
import { currentDrag, useIsDragging } from './drag-store.ts'
import type { GripHandle } from './grip.tsx'

/** The card under the pointer or the focus when a drag may begin. */
export type Source = { task: Task; card: HTMLElement }

type Props = {
  grip: RefObject<GripHandle | null>
  onArm: (source: Source) => void
  taskById: (id: number) => Task | undefined
  onCardKey: (event: KeyboardEvent, task: Task) => void
  children: ReactNode
}

/** Listens once for all cards. A drag begins anywhere on a card that is not another button. */
export function DragSource({ grip, onArm, taskById, onCardKey, children }: Props) {
  const isDragging = useIsDragging()

  function arm(event: SyntheticEvent): Task | undefined {
    const card = event.target instanceof Element ? event.target.closest<HTMLElement>('[data-task]') : null
    const task = card ? taskById(Number(card.dataset.task)) : undefined
    if (!card || !task || currentDrag()) return undefined
    onArm({ task, card })
    grip.current?.setCard(card)
    return task
  }

  return (
    <div
      // The cards' own buttons are what is pressed; here their presses only come by.
      role="presentation"
      className={isDragging ? 'board is-dragging' : 'board'}
      onMouseDown={(event) => {
        // What stands in a portal comes by here too.
        if (event.currentTarget.contains(event.target as Node)) hideCardInfo()
        if (event.button === 0 && isGrip(event.target) && arm(event))
          grip.current?.listeners?.onMouseDown?.(event)
      }}
      onTouchStart={(event) => {
        if (isGrip(event.target) && arm(event)) grip.current?.listeners?.onTouchStart?.(event)
      }}
      onKeyDown={(event) => {
        const task = arm(event)
        if (!task) return
        grip.current?.listeners?.onKeyDown?.(event)
        onCardKey(event, task)
      }}
    >
      {children}
    </div>
  )
}

function isGrip(target: EventTarget): boolean {
  if (!(target instanceof Element)) return false
  const control = target.closest('button, a, input')
  return control === null || control.matches('.card-open, .card-handle')
}
