import { formatShortStopwatch } from '#domain/duration.ts'
import type { ShortTask } from '#domain/tasks/long-texts.ts'
import { runningSession } from './work-clock.ts'

import { useDocumentTitle } from '../ui/document-title.ts'
import { useClock, useSessionSeconds } from './clock.ts'

const NO_TASK = 0

/** Shows the running timer in the page title, so that it is visible from another tab. */
export function ClockTitle({ tasks }: { tasks: readonly ShortTask[] }) {
  const taskId = runningSession(useClock())?.taskId ?? NO_TASK
  const seconds = useSessionSeconds(taskId)
  const task = tasks.find(({ id }) => id === taskId)
  useDocumentTitle(task ? `${formatShortStopwatch(seconds)} ${task.title}` : null)
  return null
}
