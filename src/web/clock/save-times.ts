import type { ShortTask } from '#domain/tasks/long-texts.ts'

import { showError } from '../toasts/toast.ts'
import { secondsOf } from './clock.ts'
import { loadSaveWork } from './queries.ts'
import { saveFailed } from './words.ts'

/**
 * Saves the time of the tasks' timers, each in its own write, and stops them.
 * @returns whether all were saved; if not, a toast explains why
 */
export async function saveTimes(tasks: readonly ShortTask[]): Promise<boolean> {
  const timed = tasks.filter(({ id }) => secondsOf(id) > 0)
  if (timed.length === 0) return true
  try {
    const { saveTime } = await loadSaveWork()
    for (const task of timed) await saveTime(task)
    return true
  } catch {
    showError(saveFailed)
    return false
  }
}
