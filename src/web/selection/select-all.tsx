import type { Level } from '#domain/tasks/priority.ts'

import { selectAll, useIsSelecting } from './selection.ts'
import * as words from './words-of-board.ts'

/** Selects every task of a level. Shown while something is selected. */
export function SelectAll({ level, ids }: { level: Level; ids: readonly number[] }) {
  if (!useIsSelecting()) return null
  return (
    <button
      type="button"
      aria-label={words.selectAllAt(ids.length, level)}
      onClick={() => selectAll(ids)}
      className="select-all"
    >
      {words.selectAll(ids.length)}
    </button>
  )
}
