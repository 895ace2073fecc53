import { type Drop, dropOnLevel } from '#domain/board.ts'
import type { Level } from '#domain/priority.ts'

import { useDrag } from './drag-store.ts'

/** How a level stands towards the card that is carried. */
export type DropState = { drop: Drop; look: 'allowed' | 'over' | 'refused' }

/** Null at rest. */
export function useDrop(level: Level, taken: number): DropState | null {
  const drag = useDrag()
  if (!drag) return null
  const drop = dropOnLevel(drag.task, level, taken)
  if (!drop.allowed) return { drop, look: 'refused' }
  return { drop, look: drag.over === level ? 'over' : 'allowed' }
}
