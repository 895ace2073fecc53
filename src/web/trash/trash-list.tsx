import type { Ref } from 'react'

import type { TrashItem } from '#domain/trash/trash-schema.ts'

import { Button } from '../ui/button.tsx'
import { useToday } from '../ui/today.ts'
import { TrashRow } from './trash-row.tsx'
import type { RowFocus } from './use-row-focus.ts'
import { rowKey } from './use-trash-rows.ts'
import * as words from './words.ts'

type Props = {
  rows: readonly TrashItem[]
  more: { load: () => void; isLoading: boolean } | null
  list: Ref<HTMLUListElement>
  focus: Pick<RowFocus, 'leave' | 'focusRow'>
  onRestore: (item: TrashItem) => void
  onDelete: (item: TrashItem) => void
}

/** The rows of the trash. Up and Down move between rows, and the Delete key asks whether to delete the item forever. */
export function TrashList({ rows, more, list, focus, onRestore, onDelete }: Props) {
  const today = useToday()
  const zone = Temporal.Now.timeZoneId()
  const leaving = (place: number, then: () => void) => () => {
    focus.leave(place)
    then()
  }
  return (
    <>
      <ul ref={list} aria-label={words.list}>
        {rows.map((item, place) => {
          const remove = leaving(place, () => onDelete(item))
          return (
            <TrashRow
              key={rowKey(item)}
              item={item}
              today={today}
              zone={zone}
              onRestore={leaving(place, () => onRestore(item))}
              onDelete={remove}
              onKeyDown={(event) => {
                const step = STEPS[event.key]
                if (event.key === 'Delete' || event.key === 'Backspace') remove()
                else if (step !== undefined) focus.focusRow(place + step)
                else return
                event.preventDefault()
              }}
            />
          )
        })}
      </ul>
      {more && (
        // The last page removes this button, so the focus has to go to the first row that was added.
        <Button
          variant="ghost"
          pending={more.isLoading}
          onClick={leaving(rows.length, more.load)}
          className="mt-2 w-full"
        >
          {words.more}
        </Button>
      )}
    </>
  )
}

const STEPS: Record<string, number | undefined> = { ArrowUp: -1, ArrowDown: 1 }
