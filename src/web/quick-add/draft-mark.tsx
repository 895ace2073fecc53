import { useSyncExternalStore } from 'react'

import type { Level } from '#domain/tasks/priority.ts'

import { useUserId } from '../auth/queries.ts'
import { drafts } from '../drafts/draft-store.ts'
import { EMPTY_LINE } from './line-state.ts'
import { quickAdd } from './open.ts'
import { returnedLines } from './returned-lines.ts'
import * as words from './words.ts'

/** Marks a level's row if the level has a draft or a line that couldn't be added. */
export function DraftMark({ level }: { level: Level }) {
  const userId = useUserId() ?? ''
  const place = { form: 'quick', taskId: level, userId } as const
  const hasDraft = useSyncExternalStore(
    followDrafts,
    () => drafts.find(place, EMPTY_LINE).chosen !== null || returnedLines.has({ userId, level }),
  )
  return hasDraft && <span className="text-meta font-medium text-fg-2">{words.draft}</span>
}

/** Notifies with a delay, because a line stores its draft right after it closes. */
function followDrafts(listener: () => void): () => void {
  const stops = [
    quickAdd.subscribe(() => void setTimeout(listener)),
    returnedLines.changes.subscribe(listener),
  ]
  return () => stops.forEach((stop) => stop())
}
