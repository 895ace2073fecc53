import { showBoth } from '../conflicts/words.ts'
import { queryClient } from '../sync/query-client.ts'
import { decidedSeq, listIsOpen } from '../sync/runner/waiting-list-store.ts'
import { findListed } from '../tasks/data/task-cache.ts'
import { showToast } from '../toasts/toast.ts'
import { questionOf } from './question.ts'
import type { Waiting } from './waiting.ts'
import * as words from './words.ts'

/** Reports a rejected change, with a button to decide about it. */
export function showRejected(entry: Waiting): void {
  const action = needsDecision(entry)
    ? { label: showBoth, run: () => showVersions(entry.seq) }
    : { label: words.show, run: () => listIsOpen.set(true) }
  const text = entry.rejection?.reason ?? ''
  showToast({ title: words.notSavedTitle, text, action, variant: 'destructive' })
}

/** Returns whether the user must choose between two versions. */
export function needsDecision(entry: Waiting): boolean {
  return questionOf(entry, (id) => findListed(queryClient, id)) !== null
}

export function showVersions(seq: number): void {
  listIsOpen.set(false)
  decidedSeq.set(seq)
}
