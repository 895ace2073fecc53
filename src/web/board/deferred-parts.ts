import { deferred, later } from '../boot/deferred.tsx'
import { hideCardInfo } from './card/card-info-store.ts'
import { rejectedMove } from '../slots/rejected-move.ts'
import * as words from './words.ts'

export const boardCode = later('board/later-board.ts', () => import('./later-board.ts'))

export const LiftedCard = deferred(boardCode, 'LiftedCard', { canWait: () => true })

export const CardPopover = deferred(boardCode, 'CardPopover', {
  canWait: ({ by }) => by === 'hover',
  name: words.parts.details,
  onMissing: hideCardInfo,
})

export const HandleMenu = deferred(boardCode, 'HandleMenu', {
  name: words.parts.menu,
  onMissing: ({ onClose }) => onClose(),
})

export const WaitingCards = deferred(boardCode, 'WaitingCards', {
  name: words.parts.waiting,
  onMissing: ({ onMissing }: { onMissing: () => void }) => onMissing(),
})

export const SlotTray = deferred(boardCode, 'SlotTray', {
  name: words.parts.tray,
  onMissing: () => rejectedMove.set(null),
})

export const TaskMark = deferred(boardCode, 'TaskMark', { canWait: () => true })

export const SlackMarks = deferred(boardCode, 'SlackMarks', { canWait: () => true })

export const SlackMark = deferred(boardCode, 'SlackMark', { canWait: () => true })
