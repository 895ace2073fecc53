import { deferred, later } from '../boot/deferred.tsx'
import { clearSelection } from './selection.ts'
import { part } from './words-of-board.ts'

const selectionCode = later('selection/bulk-bar.tsx', () => import('./bulk-bar.tsx'))

export const BulkBar = deferred(selectionCode, 'BulkBar', { name: part, onMissing: clearSelection })
