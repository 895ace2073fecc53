import { formatShortStopwatch } from '#domain/duration.ts'
import type { Task } from '#domain/task.ts'
import { runningSession } from '#domain/work-clock.ts'

import { useDocumentTitle } from '../document-title.ts'
import { useClock, useSessionSeconds } from './clock.ts'

const NO_TASK = 0

/** Names the page by what is being timed, so that it can be read from another tab. */
export function ClockTitle({ tasks }: { tasks: readonly Task[] }) {
  const taskId = runningSession(useClock())?.taskId ?? NO_TASK
  const seconds = useSessionSeconds(taskId)
  const task = tasks.find(({ id }) => id === taskId)
  useDocumentTitle(task ? `${formatShortStopwatch(seconds)} ${task.title}` : null)
  return null
}
