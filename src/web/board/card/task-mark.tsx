import { CircleAlert, CloudOff } from 'lucide-react'

import type { TaskMark as Mark } from '../../sync/runner/outbox.ts'
import { listIsOpen } from '../../sync/runner/waiting-list-store.ts'
import * as words from '../later-words.ts'

/** Shows on a card that a change is waiting to be sent, or why the server rejected one. */
export function TaskMark({ reason }: Mark) {
  if (reason === null)
    return (
      <span className="inline-flex items-center gap-1.5">
        <CloudOff size={14} strokeWidth={1.5} className="text-fg-3" />
        {words.waitingToBeSent}
      </span>
    )
  return (
    <span className="inline-flex min-w-0 items-center gap-1.5 text-danger-text">
      <CircleAlert size={14} strokeWidth={1.5} className="shrink-0" />
      <span className="min-w-0">{words.notSaved(reason)}</span>
      <button
        type="button"
        onClick={() => listIsOpen.set(true)}
        className="relative rounded-xs border-b border-current font-medium after:absolute after:-inset-x-2 after:-inset-y-3"
      >
        {words.fix}
      </button>
    </span>
  )
}
