import { formatShortStopwatch } from '#domain/duration.ts'
import type { ShortTask } from '#domain/tasks/long-texts.ts'
import { runningSession } from './work-clock.ts'

import { useDocumentTitle } from '../ui/document-title.ts'
import { useClock, useSessionSeconds } from './clock.ts'

const NO_TASK = 0

/** Shows the running timer in the page title, so that it is visible from another tab; otherwise the name of the view. */
export function ClockTitle({ tasks, view }: { tasks: readonly ShortTask[]; view: string | null }) {
  const taskId = runningSession(useClock())?.taskId ?? NO_TASK
  const seconds = useSessionSeconds(taskId)
  const task = tasks.find(({ id }) => id === taskId)
  useDocumentTitle(task ? `${formatShortStopwatch(seconds)} ${task.title}` : view)
  return null
}
