import type { RefObject } from 'react'
import { flushSync } from 'react-dom'

import { type Lane, findInLanes } from '../level/lanes.ts'
import { LEVEL_DEFAULT, type Level } from '#domain/tasks/priority.ts'
import type { ShortTask } from '#domain/tasks/long-texts.ts'

import { endPress } from '../../boot/until-released.ts'
import type { Point } from '../../ui/auto-scroll.ts'
import type { Lifted } from '../../ui/use-drag.ts'
import { offerRoom } from '../../slots/rejected-move.ts'
import { hideCardInfo } from '../card/card-info-store.ts'
import { holdOver, land, liftCard, putBack } from './drag-changes.ts'
import { type CardOnBoard, type Drag, currentDrag } from './drag-store.ts'
import { dropAt } from './drop-at.ts'
import { dropTarget } from './drop-target.ts'
import { keepInPlace } from './keep-in-place.ts'
import { besideRail, levelAt } from './level-at.ts'
import { followKeys } from './level-keys.ts'
import { liftedElement, moveLifted } from './lifted-card.tsx'
import { placeAtLevel, placeBeside, placeLifted } from './place-lifted.ts'
import { settle } from './settle.ts'
import { createTabHold } from './tab-hold.ts'
import * as later from '../later-words.ts'
import * as words from '../words.ts'
import { pressedKey } from '../../keys/pressed-key.ts'

/** The current board, which can rerender during a drag. */
type Board = RefObject<{
  lanes: readonly Lane[]
  onMove: (task: ShortTask, level: Level, by: Drag['by']) => void
  /** Called when a finger rests on a card and then leaves the screen without moving. */
  onRest: (task: ShortTask) => void
}>

/** A finger that moves less than this, in px, counts as resting. */
const REST_PX = 8
/** The share of the window, at its top and bottom, that scrolls the page during a drag. */
const EDGE = 0.15
/** The maximum width of a card in another view, in px, so that it covers only a few days. */
const AWAY_WIDTH = 240
/** In px per second. */
const SCROLL_SPEED = 2000

export function liftByPointer(lifted: CardOnBoard, press: PointerEvent, board: Board): Lifted {
  const { x, y, width } = lift(lifted, press)
  // The page doesn't scroll while the pointer is on the rail, so that the user can aim at a rung.
  let rail: DOMRect | null = null
  let rests = press.pointerType === 'touch'
  let tab: HTMLElement | null = null
  let shown = ''
  const tabs = createTabHold(leaveFor)
  return {
    move: (at) => {
      if (Math.hypot(at.x - press.clientX, at.y - press.clientY) > REST_PX) rests = false
      const leavesTab = shown !== ''
      tab = tabs.follow(at)
      if (tab || !isBoardShown()) {
        const text = moveAway(lifted.task, at, tab)
        // Each new text rerenders the lanes.
        if (text !== shown) holdOver(null, text)
        shown = text
        return
      }
      shown = ''
      const under = levelAt(at)
      rail = under.rail
      const place = { x: x + at.x - press.clientX, y: y + at.y - press.clientY }
      if (currentDrag()?.isAway) moveBeside(at)
      else moveLifted(rail ? besideRail(rail, place, width) : place)
      if (leavesTab || under.level !== currentDrag()?.over) hold(under.level, board)
    },
    drop: () => {
      tabs.stop()
      return rests ? rest(board) : end(board, true)
    },
    cancel: () => {
      tabs.stop()
      end(board, false)
    },
    edges: (at) => {
      if (!isBoardShown()) return dropTarget.get()?.edges(at) ?? null
      if (rail || tab || !document.scrollingElement) return null
      const { innerHeight: to } = window
      return { box: document.scrollingElement, axis: 'y', from: 0, to, reach: EDGE * to, speed: SCROLL_SPEED }
    },
  }
}

export function liftByKeys(lifted: CardOnBoard, board: Board): void {
  lift(lifted, null)
  followKeys({
    heldOver: () => currentDrag()?.over ?? LEVEL_DEFAULT,
    carryTo: (level) => {
      flushSync(() => hold(level, board))
      const size = liftedElement()?.getBoundingClientRect()
      if (size) moveLifted(placeAtLevel(level, size), true)
    },
    carryAway: (event) => {
      const opens = pressedKey(event) === 't'
      const tab = document.getElementById('tab-timeline')
      if (isBoardShown() && !opens) return false
      if (opens && tab && !currentDrag()?.isAway) {
        leaveFor(tab)
        whenShown(() => stepDays(0))
      } else stepDays(DAYS[event.key] ?? 0)
      return true
    },
    onEnd: (isDropped) => end(board, isDropped),
  })
}

const DAYS: Record<string, number> = { ArrowLeft: -1, ArrowRight: 1, ArrowUp: -7, ArrowDown: 7 }

function stepDays(days: number): void {
  const drag = currentDrag()
  const step = drag && dropTarget.get()?.step(drag.task, days)
  if (!step) return
  holdOver(null, step.text)
  moveBeside(step.at)
}

/** Calls `run` once, as soon as another view accepts cards. */
function whenShown(run: () => void): void {
  const stop = dropTarget.subscribe(() => {
    stop()
    run()
  })
}

function lift({ task, card }: CardOnBoard, press: PointerEvent | null) {
  hideCardInfo()
  const { by, left: x, width } = placeLifted(card, press)
  keepInPlace(card, () => liftCard({ task, card, over: task.priority, by, width }, later.pickedUp(task)))
  const { top: y } = card.getBoundingClientRect()
  moveLifted({ x, y })
  return { x, y, width }
}

function hold(level: Level | null, board: Board): void {
  const drag = currentDrag()
  if (!drag) return
  const { lanes } = board.current
  const task = findInLanes(lanes, drag.task.id) ?? drag.task
  holdOver(level, level ? later.dropStatus(dropAt(lanes, task, level)) : later.noLevel)
}

/** Opens the view of a tab without ending the drag. */
function leaveFor(tab: HTMLElement): void {
  const drag = currentDrag()
  if (!drag) return
  const width = Math.min(drag.width, AWAY_WIDTH)
  liftCard({ ...drag, isAway: true, over: null, width }, later.opened(tab.innerText))
  // The view may still have to load, and parts that load later don't appear while the pointer is down.
  endPress()
  tab.click()
  // The focused card is about to be hidden.
  tab.focus({ preventScroll: true, focusVisible: false })
}

/** Moves the card over a tab or another view, and returns the text to announce. */
function moveAway(task: ShortTask, at: Point, tab: HTMLElement | null): string {
  moveBeside(at)
  const place = dropTarget.get()?.hover(task, at)
  return tab ? later.holdFor(tab.innerText) : (place ?? later.noLevel)
}

function moveBeside(at: Point): void {
  const size = liftedElement()?.getBoundingClientRect()
  if (size) moveLifted(placeBeside(at, size))
}

function isBoardShown(): boolean {
  const board = document.querySelector('.board.is-dragging')
  return board !== null && board.getClientRects().length > 0
}

function rest(board: Board): void {
  const drag = currentDrag()
  if (!drag) return
  keepInPlace(drag.card, () => putBack(''))
  board.current.onRest(drag.task)
}

function end(board: Board, isDropped: boolean): void {
  const drag = currentDrag()
  if (!drag) return
  const { card, over, by } = drag
  const { lanes } = board.current
  // During the drag, another device may have moved, completed or deleted the task, or it may have received its real id.
  const now = findInLanes(lanes, drag.task.id)
  const [task, isGone] = [now ?? drag.task, !now]
  const isAway = !isBoardShown()
  if (isAway) dropTarget.get()?.end(task, isDropped && !isGone)
  if (isAway || isGone) return putBack(isGone ? later.gone(task) : '')
  const from = (liftedElement() ?? card).getBoundingClientRect()
  const drop = isDropped && over ? dropAt(lanes, task, over) : null
  if (drop?.allowed) {
    const band = document.getElementById(`level-${drop.level}`)
    keepInPlace(band ?? card, () => land(task.id, from, words.movedTo(drop)))
    board.current.onMove(task, drop.level, by)
    return
  }
  const why = drop ? words.dropLabel(drop) : isDropped ? later.noLevel : later.canceled
  const full = drop?.reason === 'full' ? drop.level : null
  // The choices appear in the full level, which the user is looking at.
  keepInPlace((full && document.getElementById(`level-${full}`)) || card, () => {
    putBack(later.stays(why, task))
    if (full) offerRoom(task, full)
  })
  settle(card, from)
}
