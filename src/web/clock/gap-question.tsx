import { useEffect } from 'react'

import type { Task } from '#domain/task.ts'
import { questionedSession, trimGap } from '#domain/work-clock.ts'

import { deferred } from '../deferred.tsx'
import { changeClock, useClock } from './clock.ts'

const GapDialog = deferred('clock/gap-dialog.tsx', async () => (await import('./gap-dialog.tsx')).GapDialog)

/** Asks after a sleep or a crash how much of the time without a sign of life was work. */
export function GapQuestion({ tasks }: { tasks: readonly Task[] }) {
  const session = questionedSession(useClock())
  const task = tasks.find(({ id }) => id === session?.taskId)
  const isOfNobody = session !== null && !task
  // Its task was deleted elsewhere: there is nothing to ask about, and other tasks must be able to start.
  useEffect(() => {
    if (isOfNobody) changeClock(trimGap)
  }, [isOfNobody])
  return session && task ? <GapDialog session={session} title={task.title} /> : null
}
