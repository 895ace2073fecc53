import { dateOf } from '#domain/tasks/slack/day-number.ts'
import type { Conflict } from '../rules/plan.ts'

import { Button } from '../../ui/button.tsx'
import { passFocusToView } from '../../ui/focus-view.ts'
import { Note } from '../../ui/note.tsx'
import { CLEAR_OF_TOASTS } from '../../ui/toast-place.ts'
import * as words from '../words.ts'
import { conflictText, movesLabel } from './conflict-text.ts'

type Props = { conflict: Conflict; today: Temporal.PlainDate; onTake: () => void; onDismiss: () => void }

/** The maximum number of moves to list. The rest are shown as a count. */
const NAMED_MAX = 3

/** Warns about tasks that start before their dependencies end, and offers to move them. */
export function ConflictNote({ conflict, today, onTake, onDismiss }: Props) {
  const { moves } = conflict
  const more = moves.length - NAMED_MAX
  return (
    <div
      ref={passFocusToView}
      {...CLEAR_OF_TOASTS}
      className="fixed inset-x-4 bottom-6 z-20 mx-auto w-fit max-w-140 rounded-md bg-raised shadow-sh-4 max-sm:inset-x-2 max-sm:bottom-[calc(64px+env(safe-area-inset-bottom))] max-sm:[.has-timer_&]:bottom-[calc(104px+env(safe-area-inset-bottom))]"
    >
      <Note tone="warn" title={conflictText(conflict, today)}>
        <ul className="mt-1">
          {moves.slice(0, NAMED_MAX).map(({ item, days }) => (
            <li key={item.task.id}>
              {words.plannedMove(item.task, dateOf(item.start), dateOf(item.start + days), today)}
            </li>
          ))}
          {more > 0 && <li>{words.moreMoves(more)}</li>}
        </ul>
        <div className="mt-2 flex flex-wrap gap-2">
          <Button size="sm" onClick={onTake}>
            {movesLabel(conflict, today)}
          </Button>
          <Button size="sm" variant="ghost" onClick={onDismiss}>
            {words.leaveAsIs}
          </Button>
        </div>
      </Note>
    </div>
  )
}
