import { useState } from 'react'

import * as conflictWords from '../conflicts/words.ts'
import { isNotFound } from '../sync/api.ts'
import { runAndWait } from '../sync/runner/run.ts'
import { restoreTask } from '../tasks/data/commands.ts'
import { showToast } from '../toasts/toast.ts'
import { Button } from '../ui/button.tsx'
import { passFocusToView } from '../ui/focus-view.ts'
import { deletedTaskOf } from './question.ts'
import { needsDecision, showVersions } from './show-rejected.ts'
import { currentOutbox } from './start.ts'
import type { Waiting } from './waiting.ts'
import * as words from './words.ts'

export function RejectedAction({ entry, about }: { entry: Waiting; about: string }) {
  const [isRestoring, setIsRestoring] = useState(false)
  const deleted = deletedTaskOf(entry)
  if (needsDecision(entry))
    return <Action label={conflictWords.showBoth} about={about} onClick={() => showVersions(entry.seq)} />
  const resend = () => void currentOutbox.get()?.resend(entry.seq)
  if (deleted === null) return <Action label={words.tryAgain} about={about} onClick={resend} />
  const restore = async () => {
    setIsRestoring(true)
    await restoreWithEdits(deleted, entry.seq).finally(() => setIsRestoring(false))
  }
  const label = isRestoring ? conflictWords.restoring : conflictWords.restore
  return <Action label={label} about={about} onClick={() => isRestoring || void restore()} />
}

/** Restores a task that was deleted elsewhere, then sends the change and the task's later changes. */
async function restoreWithEdits(id: number, seq: number): Promise<void> {
  try {
    await runAndWait(restoreTask, { id }, { showsMissing: true })
    await currentOutbox.get()?.resend(seq)
  } catch (error) {
    if (isNotFound(error)) showToast({ title: words.notSavedTitle, text: words.gone, variant: 'destructive' })
  }
}

function Action({ label, about, onClick }: { label: string; about: string; onClick: () => void }) {
  return (
    <Button {...IN_ROW} aria-label={words.labelOf(label, about)} onClick={onClick}>
      {label}
    </Button>
  )
}

const IN_ROW = { ref: passFocusToView, size: 'sm', className: 'mt-1' } as const
