import type { ShortTask } from '#domain/tasks/long-texts.ts'

import { secondsOf } from '../clock/clock.ts'
import { loadSaveWork } from '../clock/queries.ts'
import { saveFailed } from '../clock/words.ts'
import { runAndWait } from '../sync/runner/run.ts'
import { changeTask } from '../tasks/data/commands.ts'
import { showToast } from '../toasts/toast.ts'

/** Completes a task and saves its timer's time in the same write. Toasts report the result. Never throws. */
export async function completeTask(task: ShortTask): Promise<void> {
  if (secondsOf(task.id) === 0) return press(task, 'complete')
  const code = await loadSaveWork().catch(() => null)
  if (code) await code.completeWithTime(task).catch(reported)
  else showToast({ ...saveFailed, variant: 'destructive' })
}

/** Reopens a completed task. Repeated presses reopen it only once. Toasts report the result. Never throws. */
export async function reopenTask(task: ShortTask): Promise<void> {
  if (reopening.has(task.id)) return
  reopening.add(task.id)
  await press(task, 'reopen')
  reopening.delete(task.id)
}

const reopening = new Set<number>()

/** Resolves when the change is over or waits in the outbox. */
function press(task: ShortTask, press: 'complete' | 'reopen'): Promise<void> {
  const change = { task, patch: { completed: press === 'complete' }, press }
  return new Promise((resolve) => {
    const onWaiting = () => resolve()
    runAndWait(changeTask, change, { onWaiting }).catch(reported).finally(resolve)
  })
}

function reported(): void {
  // The runner has shown a toast.
}
