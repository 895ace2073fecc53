import { deferred, later } from '../boot/deferred.tsx'
import * as words from './words.ts'

export const clockCode = later('clock/later-clock.ts', () => import('./later-clock.ts'))

export const GapDialog = deferred(clockCode, 'GapDialog', { canWait: () => true })

export const Question = deferred(clockCode, 'Question', {
  isWanted: ({ open }) => open,
  name: words.question,
  onMissing: ({ onEscape }) => onEscape(),
})
