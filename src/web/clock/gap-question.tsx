import { useIsFetching } from '@tanstack/react-query'
import { useEffect } from 'react'

import type { ShortTask } from '#domain/tasks/long-texts.ts'
import { questionedSession, trimGap } from './work-clock.ts'

import { TASKS_KEY } from '../tasks/data/task-cache.ts'
import { changeClock, useClock } from './clock.ts'
import { GapDialog } from './deferred-parts.ts'

/** How long tasks that were created offline normally take to load after the others, in ms. */
const LOAD_MS_MAX = 10_000

/** Asks after a sleep or a crash whether the time away was work. */
export function GapQuestion({ tasks }: { tasks: readonly ShortTask[] }) {
  const session = questionedSession(useClock())
  const task = session && tasks.find(({ id }) => id === session.taskId)
  const isLoading = useIsFetching({ queryKey: TASKS_KEY, exact: true }) > 0
  const isOfNobody = session !== null && !task && !isLoading
  // If the task is gone, there is nothing to ask, and the open question would block other timers.
  useEffect(() => {
    if (!isOfNobody) return
    const timer = setTimeout(() => changeClock(trimGap), LOAD_MS_MAX)
    return () => clearTimeout(timer)
  }, [isOfNobody])
  return session && task ? <GapDialog session={session} title={task.title} /> : null
}
