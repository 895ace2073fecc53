import { type Drop, dropOnLevel } from '../level/lanes.ts'
import type { Level } from '#domain/tasks/priority.ts'

import { useCardDrag } from './drag-store.ts'

/** Whether a level accepts the dragged card, and whether the card is over it. */
export type DropState = { drop: Drop; look: 'allowed' | 'over' | 'refused' }

/** Returns null if no card is being dragged. */
export function useDrop(level: Level, taken: number): DropState | null {
  const drag = useCardDrag()
  if (!drag) return null
  const drop = dropOnLevel(drag.task, level, taken)
  if (!drop.allowed) return { drop, look: 'refused' }
  return { drop, look: drag.over === level ? 'over' : 'allowed' }
}
