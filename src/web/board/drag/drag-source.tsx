import type { KeyboardEvent, ReactNode, SyntheticEvent } from 'react'

import type { Task } from '#domain/task.ts'

import { hideCardInfo } from '../card-info-store.ts'
import type { CardPresses } from './card-presses.ts'
import { currentDrag, useIsDragging } from './drag-store.ts'

/** The card under the pointer or the focus when a drag may begin. */
export type Source = { task: Task; card: HTMLElement }

type Props = {
  presses: CardPresses
  onArm: (source: Source) => void
  taskById: (id: number) => Task | undefined
  onCardKey: (event: KeyboardEvent, task: Task) => void
  children: ReactNode
}

/** Listens once for all cards. A drag begins anywhere on a card that is not another button. */
export function DragSource({ presses, onArm, taskById, onCardKey, children }: Props) {
  const isDragging = useIsDragging()

  function arm(event: SyntheticEvent): Source | undefined {
    const card = event.target instanceof Element ? event.target.closest<HTMLElement>('[data-task]') : null
    const task = card ? taskById(Number(card.dataset.task)) : undefined
    if (!card || !task || currentDrag()) return undefined
    onArm({ task, card })
    return { task, card }
  }

  return (
    <div
      // The cards' own buttons are what is pressed; here their presses only come by.
      role="presentation"
      className={isDragging ? 'board is-dragging' : 'board'}
      onMouseDown={(event) => {
        // What stands in a portal comes by here too.
        if (event.currentTarget.contains(event.target as Node)) hideCardInfo()
        const source = event.button === 0 && isGrip(event.target) && arm(event)
        if (source) presses.press({ on: 'onMouseDown', event, card: source.card })
      }}
      onTouchStart={(event) => {
        const source = isGrip(event.target) && arm(event)
        if (source) presses.press({ on: 'onTouchStart', event, card: source.card })
      }}
      onKeyDown={(event) => {
        const source = arm(event)
        if (!source) return
        presses.press({ on: 'onKeyDown', event, card: source.card })
        onCardKey(event, source.task)
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
