import { createPortal } from 'react-dom'

import { isStackedLevel } from '#domain/tasks/priority.ts'

import { useStore } from '../../state/store.ts'
import { tierClass } from '../../tasks/tier-class.ts'
import type { Point } from '../../ui/auto-scroll.ts'
import { useUnmount } from '../../ui/use-unmount.ts'
import { CardFace } from '../card/card-face.tsx'
import { putBack } from './drag-changes.ts'
import { DRAG_INSTRUCTIONS_ID, type Drag, dragState, useCardDrag } from './drag-store.ts'
import { StatusPill } from './status-pill.tsx'
import * as later from '../later-words.ts'

const LIFTED_ID = 'lifted-card'

/**
 * The dragged card above the page, and the announcements. The lane keeps a ghost of the card. The card is outside the board,
 * which is hidden while the drag is in another view.
 */
export function LiftedCard({ today }: { today: Temporal.PlainDate }) {
  const drag = useCardDrag()
  const status = useStore(dragState, ({ words }) => words)
  useUnmount(() => putBack(''))
  return (
    <>
      <p id={DRAG_INSTRUCTIONS_ID} hidden>
        {later.dragInstructions}
      </p>
      <output aria-live="assertive" className="sr-only">
        {status}
      </output>
      {drag && createPortal(<Lifted drag={drag} today={today} status={status} />, document.body)}
    </>
  )
}

function Lifted({ drag, today, status }: { drag: Drag; today: Temporal.PlainDate; status: string }) {
  const { task, width, by, isAway } = drag
  return (
    <>
      <div id={LIFTED_ID} inert className="fixed top-0 left-0 z-60" style={{ width }}>
        <div className="board is-overlay">
          <div className={`lifted ${tierClass(task.priority)}`}>
            <div className={isAway ? 'card [&_.card-actions]:hidden' : 'card'}>
              <CardFace task={task} today={today} isCompact={!isStackedLevel(task.priority)} />
            </div>
          </div>
        </div>
      </div>
      <StatusPill by={isAway && by === 'keyboard' ? 'days' : by} status={status} />
    </>
  )
}

export function liftedElement(): HTMLElement | null {
  return document.getElementById(LIFTED_ID)
}

/** Moves the lifted card without rendering it again. `travels` animates keyboard moves. */
export function moveLifted({ x, y }: Point, travels = false): void {
  const lifted = liftedElement()
  if (!lifted) return
  if (travels) lifted.style.transition = 'transform var(--d-3) var(--e-move)'
  lifted.style.transform = `translate3d(${Math.round(x)}px, ${Math.round(y)}px, 0)`
}
