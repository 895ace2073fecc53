import type { ShortTask } from '#domain/tasks/long-texts.ts'

import { secondsOf } from '../clock/clock.ts'
import { loadSaveWork } from '../clock/queries.ts'
import { saveFailed } from '../clock/words.ts'
import { runAndWait, unlessWaiting } from '../sync/runner/run.ts'
import { type TaskChange, changeTask } from '../tasks/data/commands.ts'
import { showToast } from '../toasts/toast.ts'
import { isSecondPress } from './second-press.ts'

type How = Pick<TaskChange, 'press' | 'endsSeries'>

/** Completes a task and saves its timer's time in the same write. Toasts report the result. Never throws. */
export async function completeTask(task: ShortTask, how: How = { press: 'complete' }): Promise<void> {
  if (secondsOf(task.id) === 0) return change(task, true, how)
  const code = await loadSaveWork().catch(() => null)
  if (code) await code.completeWithTime(task, () => ({ completed: true }), how).catch(reported)
  else showToast({ ...saveFailed, variant: 'destructive' })
}

/** Completes or reopens a task from its round control. Returns false for the second click of a double click. */
export function toggleTask(task: ShortTask): boolean {
  if (isSecondPress(task.id)) return false
  void (task.completed ? reopenTask(task) : completeTask(task))
  return true
}

/** Reopens a completed task. Repeated clicks reopen it only once. Toasts report the result. Never throws. */
export async function reopenTask(task: ShortTask): Promise<void> {
  if (reopening.has(task.id)) return
  reopening.add(task.id)
  await change(task, false, { press: 'reopen' })
  reopening.delete(task.id)
}

const reopening = new Set<number>()

/** Resolves when the change has ended or is waiting in the outbox. */
async function change(task: ShortTask, completed: boolean, how: How): Promise<void> {
  const change = { task, patch: { completed }, ...how }
  await unlessWaiting({}, (options) => runAndWait(changeTask, change, options)).catch(reported)
}

function reported(): void {
  // The runner has already shown a toast.
}
