import { useLayoutEffect, useRef } from 'react'

import type { Level } from '#domain/tasks/priority.ts'

import { useUserId } from '../auth/queries.ts'
import { type DraftPlace, type DraftStore, drafts } from '../drafts/draft-store.ts'
import { type Edits, NO_EDITS, editField, editedFields, formValues } from '../drafts/edits.ts'
import { createStore, useStore } from '../state/store.ts'
import { EMPTY_LINE, type LineState } from './line-state.ts'

type Queue = { lines: Edits<LineState>[] }
type LinePlace = { userId: string; level: Level }

const EMPTY_QUEUE: Queue = { lines: [] }

/**
 * Creates the queues of lines that couldn't be added, one per level. The queues are stored as drafts, so all windows
 * share them.
 */
export function createReturnedLines(drafts: DraftStore) {
  const changes = createStore(0)

  const read = ({ userId, level }: LinePlace) => {
    const place: DraftPlace = { userId, form: 'returned', taskId: level }
    const { chosen } = drafts.find(place, EMPTY_QUEUE)
    return { key: chosen?.key ?? drafts.keyOf(place), lines: chosen?.edits.mine.lines ?? [] }
  }
  const write = (key: string, lines: Edits<LineState>[]) =>
    drafts.write(key, editField<Queue, 'lines'>(NO_EDITS, EMPTY_QUEUE, 'lines', lines))

  const draftOf = ({ userId, level }: LinePlace) =>
    drafts.find({ userId, form: 'quick', taskId: level }, EMPTY_LINE).chosen

  const put = (place: LinePlace, line: Edits<LineState>) => {
    const { key, lines } = read(place)
    write(key, [...lines, line])
    changes.set(changes.get() + 1)
  }

  return {
    /** A counter that increases whenever this page changes a queue or the draft of a line. */
    changes,
    has: (place: LinePlace) => read(place).lines.length > 0,
    put,
    /** Queues the draft of a line that is opened with a different text, so that the draft isn't lost. */
    putDraft: (place: LinePlace, opened: Edits<LineState>) => {
      const chosen = draftOf(place)
      if (!chosen || editedFields(formValues(EMPTY_LINE, opened), chosen.edits).length === 0) return
      drafts.remove(chosen.key)
      put(place, chosen.edits)
    },
    /** Removes the sent text from the draft of a line that may have closed since. */
    changeDraft: (place: LinePlace, withoutSent: (draft: Edits<LineState>) => Edits<LineState>) => {
      const draft = draftOf(place)
      if (draft) drafts.write(draft.key, withoutSent(draft.edits))
      changes.set(changes.get() + 1)
    },
    /** Removes the first line from the queue and returns it, or null if there is none. */
    take: (place: LinePlace): Edits<LineState> | null => {
      const { key, lines } = read(place)
      const [line = null, ...rest] = lines
      if (line === null) return null
      write(key, rest)
      changes.set(changes.get() + 1)
      return line
    },
  }
}

export const returnedLines = createReturnedLines(drafts)

type Fillable = { isEmpty: boolean; fill: (edits: Edits<LineState>) => void }

/** Fills the open line with the level's first returned line whenever the open line is empty. */
export function useReturnedLines(level: Level, { isEmpty, fill }: Fillable): void {
  const userId = useUserId() ?? ''
  const isFilled = useRef(false)
  useStore(returnedLines.changes)
  useLayoutEffect(() => {
    if (!isEmpty) isFilled.current = false
    // Strict mode runs an effect twice, before the line has its text.
    if (!isEmpty || isFilled.current) return
    const line = returnedLines.take({ userId, level })
    if (!line) return
    isFilled.current = true
    fill(line)
  })
}
