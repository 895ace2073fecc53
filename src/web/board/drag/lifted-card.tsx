import { DragOverlay } from '@dnd-kit/core'
import type { Ref } from 'react'

import { isStackedLevel } from '#domain/priority.ts'

import { tierClass } from '../../tasks/tier-class.ts'
import { CardFace } from '../card-face.tsx'
import { useDrag } from './drag-store.ts'
import { keepRailInSight } from './level-under-pointer.ts'

/** The card that is carried, over everything else. Its twin in the lane stays behind as a ghost. */
export function LiftedCard({ today, ref }: { today: Temporal.PlainDate; ref: Ref<HTMLDivElement> }) {
  const drag = useDrag()
  return (
    <DragOverlay
      dropAnimation={null}
      zIndex={60}
      modifiers={MODIFIERS}
      transition={transition}
      style={drag ? { left: drag.left, width: drag.width, height: 'auto' } : undefined}
    >
      {drag && (
        <div className="board is-overlay">
          <div ref={ref} inert className={`lifted ${tierClass(drag.task.priority)}`}>
            <div className="card">
              <CardFace task={drag.task} today={today} isCompact={!isStackedLevel(drag.task.priority)} />
            </div>
          </div>
        </div>
      )}
    </DragOverlay>
  )
}

const MODIFIERS = [keepRailInSight]

/** Carried by keys, the card travels from level to level; under a pointer it is where the pointer is. */
function transition(picked: Event | null): string | undefined {
  return picked instanceof KeyboardEvent ? 'transform var(--d-3) var(--e-move)' : undefined
}
