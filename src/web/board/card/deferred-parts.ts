import { deferred, later } from '../../boot/deferred.tsx'
import * as words from '../words.ts'
import { hideCardInfo } from './card-info-store.ts'

const cardCode = later('board/card/later-card.ts', () => import('./later-card.ts'))

export const CardPopover = deferred(cardCode, 'CardPopover', {
  canWait: ({ by }) => by === 'hover',
  name: words.parts.summary,
  onMissing: hideCardInfo,
})

export const HandleMenu = deferred(cardCode, 'HandleMenu', {
  name: words.parts.menu,
  onMissing: ({ onClose }) => onClose(),
})

export const TaskMark = deferred(cardCode, 'TaskMark', { canWait: () => true })

export const MovedUpChip = deferred(cardCode, 'MovedUpChip', { canWait: () => true })

export const SlackMark = deferred(cardCode, 'SlackMark', { canWait: () => true })
