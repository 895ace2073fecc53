import { type DragEvent, type KeyboardEvent, type ReactNode, useRef } from 'react'

import { type Lane, shownIds } from '../level/lanes.ts'
import type { Level } from '#domain/tasks/priority.ts'
import type { ShortTask } from '#domain/tasks/long-texts.ts'

import { isCheck } from '../../complete/check.tsx'
import { selectByClick } from '../../selection/select-by-click.ts'
import { toggleSelected, useIsSelecting } from '../../selection/selection.ts'
import { useDrag } from '../../ui/use-drag.ts'
import { useLatest } from '../../ui/use-latest.ts'
import { hideCardInfo } from '../card/card-info-store.ts'
import { LiftedCard, boardCode } from '../deferred-parts.ts'
import { type CardOnBoard, type Drag, currentDrag, useIsDragging } from './drag-store.ts'

type Props = {
  lanes: readonly Lane[]
  today: Temporal.PlainDate
  taskById: (id: number) => ShortTask | undefined
  onMove: (task: ShortTask, level: Level, by: Drag['by']) => void
  onCardKey: (event: KeyboardEvent, task: ShortTask) => void
  /** Called when a card's round control is clicked. */
  onCheck: (task: ShortTask) => void
  children: ReactNode
}

/**
 * Lets users drag cards with the mouse, by touch or with the keyboard, from anywhere on a card except its action
 * buttons. One set of listeners serves all cards, which it finds by `data-task`.
 */
export function DragArea({ lanes, today, taskById, onMove, onCardKey, onCheck, children }: Props) {
  const area = useRef<HTMLDivElement>(null)
  const isDragging = useIsDragging()
  const isSelecting = useIsSelecting()
  const board = useLatest({ lanes, onMove, onRest: (task: ShortTask) => toggleSelected(task.id) })

  function cardAt(target: EventTarget | null): CardOnBoard | null {
    const card = target instanceof Element ? target.closest<HTMLElement>('[data-task]') : null
    const task = card ? taskById(Number(card.dataset.task)) : undefined
    return card && task && !currentDrag() ? { task, card } : null
  }
  const onPointerDown = useDrag(area, (press) => {
    const pressed = isGrip(press.target) ? cardAt(press.target) : null
    return (
      pressed && { mustRest: true, lift: () => boardCode.get()?.liftByPointer(pressed, press, board) ?? null }
    )
  })

  const onOutside = (event: DragEvent) => boardCode.get()?.followOutside(event, cardAt)

  return (
    <>
      <div
        ref={area}
        // The controls are the buttons on the cards; their events bubble up to here.
        role="presentation"
        className={isDragging ? 'board is-dragging' : 'board'}
        data-selecting={isSelecting || undefined}
        onPointerDown={(event) => {
          // React events from portals also bubble up to here.
          if (event.currentTarget.contains(event.target as Node)) hideCardInfo()
          onPointerDown(event)
          const swiped =
            !isSelecting && event.pointerType === 'touch' && isGrip(event.target) && cardAt(event.target)
          if (swiped) boardCode.get()?.followSwipe(swiped, event.nativeEvent, () => onCheck(swiped.task))
        }}
        onDragOver={onOutside}
        onDragLeave={onOutside}
        onDrop={onOutside}
        onClickCapture={(event) => {
          const pressed = cardAt(event.target)
          if (!pressed || !selectByClick(event, pressed.task.id, () => idsInOrder(lanes))) return
          event.preventDefault()
          event.stopPropagation()
        }}
        onClick={({ target }) => {
          const pressed = isCheck(target) && cardAt(target)
          if (pressed) onCheck(pressed.task)
        }}
        onKeyDown={(event) => {
          const pressed = cardAt(event.target)
          if (!pressed) return
          const isOnHandle = event.target instanceof Element && event.target.closest('.card-handle')
          if (event.code === 'Space' && !event.repeat && isOnHandle) {
            event.preventDefault()
            void liftByKey(() => boardCode.get()?.liftByKeys(pressed, board))
          }
          onCardKey(event, pressed.task)
        }}
      >
        {children}
      </div>
      <LiftedCard today={today} />
    </>
  )
}

/** Returns the ids of the cards, from top to bottom. Leaves out cards in a closed waiting line. */
function idsInOrder(lanes: readonly Lane[]): number[] {
  return lanes.flatMap(({ level, holding, waiting }) => {
    const isOpen = document.querySelector(`#level-${level} .waiting-list`) !== null
    return shownIds({ holding, waiting: isOpen ? waiting : [] })
  })
}

function isGrip(target: EventTarget | null): boolean {
  if (!(target instanceof Element)) return false
  const control = target.closest('button, a, input')
  return control === null || control.matches('.card-open, .card-handle')
}

/** Lifts a card once the code for dragging has loaded, unless the user does something else first. */
async function liftByKey(lift: () => void): Promise<void> {
  if (boardCode.get()) return lift()
  const other = new AbortController()
  for (const type of ['keydown', 'pointerdown', 'focusout']) {
    window.addEventListener(type, () => other.abort(), { capture: true, signal: other.signal })
  }
  await boardCode.fetch().catch(() => other.abort())
  if (!other.signal.aborted) lift()
  other.abort()
}
