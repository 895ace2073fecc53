import { deferred, later } from '../boot/deferred.tsx'
import * as words from './words.ts'

export const clockCode = later('clock/later-clock.ts', () => import('./later-clock.ts'))

export const GapDialog = deferred(clockCode, 'GapDialog', { canWait: () => true })

export const ResetQuestion = deferred(clockCode, 'ResetQuestion', {
  isWanted: ({ taskId }) => taskId !== null,
  name: words.question,
  onMissing: ({ onClose }) => onClose(),
})
