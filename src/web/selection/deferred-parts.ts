import { deferred, later } from '../boot/deferred.tsx'
import { clearSelection } from './selection.ts'
import { part } from './words-of-board.ts'

const code = later('selection/bulk-bar.tsx', () => import('./bulk-bar.tsx'))

export const BulkBar = deferred(code, 'BulkBar', { name: part, isShown: true, onMissing: clearSelection })
