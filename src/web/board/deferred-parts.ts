import { deferred, later } from '../boot/deferred.tsx'
import { rejectedMove } from '../slots/rejected-move.ts'
import * as words from './words.ts'

export const boardCode = later('board/later-board.ts', () => import('./later-board.ts'))

export const LiftedCard = deferred(boardCode, 'LiftedCard', { canWait: () => true })

export const WaitingCards = deferred(boardCode, 'WaitingCards', {
  name: words.parts.waiting,
  onMissing: ({ onMissing }: { onMissing: () => void }) => onMissing(),
})

export const SlotTray = deferred(boardCode, 'SlotTray', {
  name: words.parts.tray,
  onMissing: () => rejectedMove.set(null),
})

export const SlackMarks = deferred(boardCode, 'SlackMarks', { canWait: () => true })
