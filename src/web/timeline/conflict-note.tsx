import { dateOf } from '#domain/day-number.ts'
import { shortDay } from '#domain/due-date.ts'
import { type Conflict, describeConflict, describeMoves } from '#domain/timeline-plan.ts'

import { Button } from '../ui/button.tsx'
import { Note } from '../ui/note.tsx'

type Props = { conflict: Conflict; today: Temporal.PlainDate; onTake: () => void; onDismiss: () => void }

/** So many moves are named; the others are counted. */
const NAMED_MAX = 3

/** Says that a bar stands before what it depends on has ended, and offers to move what comes after it along. */
export function ConflictNote({ conflict, today, onTake, onDismiss }: Props) {
  const { moves } = conflict
  const more = moves.length - NAMED_MAX
  return (
    <output className="fixed inset-x-4 bottom-6 z-20 mx-auto block w-fit max-w-140 rounded-md bg-raised shadow-sh-4 max-sm:inset-x-2 max-sm:bottom-3">
      <Note tone="warn" title={describeConflict(conflict, today)}>
        <ul className="mt-1">
          {moves.slice(0, NAMED_MAX).map(({ item, days }) => (
            <li key={item.task.id}>
              {item.task.title}: {shortDay(dateOf(item.start), today)} →{' '}
              {shortDay(dateOf(item.start + days), today)}
            </li>
          ))}
          {more > 0 && <li>and {more} more</li>}
        </ul>
        <div className="mt-2 flex flex-wrap gap-2">
          <Button size="sm" onClick={onTake}>
            {describeMoves(conflict)}
          </Button>
          <Button size="sm" variant="ghost" onClick={onDismiss}>
            Leave it
          </Button>
        </div>
      </Note>
    </output>
  )
}
