import '../styles/drag.css'

import { type AutoScrollOptions, DndContext, type DragStartEvent } from '@dnd-kit/core'
import { type Ref, type RefObject, useEffect, useRef } from 'react'

import { type Lane, dropLabel, dropResult, dropStatus, hasCards } from '#domain/board.ts'
import { type Level, levelName } from '#domain/priority.ts'
import type { Task } from '#domain/task.ts'

import { hideCardInfo } from '../card-info-store.ts'
import { DRAG_INSTRUCTIONS, DRAG_INSTRUCTIONS_ID } from './drag-instructions.ts'
import type { Source } from './drag-source.tsx'
import { type Drag, currentDrag, holdOver, land, liftCard, putBack } from './drag-store.ts'
import { dropAt } from './drop-at.ts'
import { DropPlaces } from './drop-places.tsx'
import { Grip, type GripHandle } from './grip.tsx'
import { keepInPlace } from './keep-in-place.ts'
import { type DropPlace, isOnRail, levelUnderPointer } from './level-under-pointer.ts'
import { LiftedCard } from './lifted-card.tsx'
import { placeLifted } from './place-lifted.ts'
import { settle } from './settle.ts'
import { useLevelSensors } from './use-level-sensors.ts'

type Props = {
  lanes: readonly Lane[]
  today: Temporal.PlainDate
  onMove: (task: Task, level: Level, by: Drag['by']) => void
  /** The card that a drag may begin with. */
  source: RefObject<Source | null>
  grip: Ref<GripHandle>
}

/**
 * What the drag library needs to be on the page. This folder is all the board knows of it. Cards are found by their
 * `data-task`: one listener serves all of them, and no card is drawn anew.
 */
export function DragContext({ lanes, today, onMove, source, grip }: Props) {
  const lifted = useRef<HTMLDivElement>(null)
  const lastWords = useRef('')
  const sensors = useLevelSensors(lanes, lifted)
  // A board that goes away in the middle of a drag takes the drag with it.
  useEffect(() => putBack, [])

  function pickUp({ activatorEvent }: DragStartEvent) {
    if (!source.current) return
    const { task, card } = source.current
    const status = `Picked up ${task.title}, level ${task.priority}, ${levelName(task.priority)}`
    hideCardInfo()
    const place = placeLifted(card, activatorEvent)
    keepInPlace(card, () => liftCard({ task, over: task.priority, status, ...place }))
    if (place.by !== 'keyboard') putBackOnRelease(task)
  }

  function hold(place: DropPlace | undefined) {
    const drag = currentDrag()
    const over = place?.level ?? null
    if (!drag || over === drag.over) return
    holdOver(over, over ? dropStatus(dropAt(lanes, drag.task, over)) : 'Not over a level')
  }

  function end(isDropped: boolean) {
    const drag = currentDrag()
    if (!drag || !source.current) return
    const { task, card } = source.current
    const from = (lifted.current ?? card).getBoundingClientRect()
    const drop = isDropped && drag.over ? dropAt(lanes, task, drag.over) : null
    if (drop?.allowed) {
      lastWords.current = `Moved to ${dropResult(drop)}`
      keepInPlace(document.getElementById(`level-${drop.level}`) ?? card, () => land(task.id, from))
      onMove(task, drop.level, drag.by)
      return
    }
    const why = drop ? dropLabel(drop) : isDropped ? 'Not over a level' : 'Cancelled'
    lastWords.current = `${why}. ${task.title} stays at level ${task.priority}.`
    keepInPlace(card, putBack)
    settle(card, from)
  }

  return (
    <DndContext
      id={DRAG_INSTRUCTIONS_ID}
      sensors={sensors}
      collisionDetection={levelUnderPointer}
      autoScroll={AUTO_SCROLL}
      accessibility={{
        restoreFocus: false,
        screenReaderInstructions: { draggable: DRAG_INSTRUCTIONS },
        announcements: {
          onDragStart: () => currentDrag()?.status,
          onDragOver: () => currentDrag()?.status,
          onDragEnd: () => lastWords.current,
          onDragCancel: () => lastWords.current,
        },
      }}
      onDragStart={pickUp}
      onDragOver={({ over }) => hold(over?.data.current as DropPlace | undefined)}
      onDragEnd={() => end(true)}
      onDragCancel={() => end(false)}
    >
      <Grip ref={grip} />
      <DropPlaces present={lanes.filter(hasCards).map((lane) => lane.level)} />
      <LiftedCard ref={lifted} today={today} />
    </DndContext>
  )
}

/**
 * A pointer released before the library has drawn the drag ends it without a word; nothing may stay lifted then. The
 * click that a release makes is not one on the card, however long ago Escape ended the drag.
 */
function putBackOnRelease(task: Task): void {
  const released = new AbortController()
  const release = () => {
    released.abort()
    document.addEventListener('click', ignoreClick, { capture: true })
    setTimeout(() => {
      document.removeEventListener('click', ignoreClick, { capture: true })
      if (currentDrag()?.task === task) putBack()
    })
  }
  for (const event of ['mouseup', 'touchend', 'touchcancel']) {
    document.addEventListener(event, release, { capture: true, signal: released.signal })
  }
}

function ignoreClick(event: MouseEvent): void {
  event.preventDefault()
  event.stopPropagation()
}

const AUTO_SCROLL: AutoScrollOptions = {
  threshold: { x: 0, y: 0.15 },
  canScroll: () => !isOnRail(),
  // The board keeps the card in place itself, see keepInPlace.
  layoutShiftCompensation: false,
}
