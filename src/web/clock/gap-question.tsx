import { useEffect } from 'react'

import { formatClock } from '#domain/duration.ts'
import type { Task } from '#domain/task.ts'
import {
  type WorkSession,
  dropGap,
  gapSeconds,
  keepGap,
  questionedSession,
  trimGap,
} from '#domain/work-clock.ts'

import { Button } from '../ui/button.tsx'
import { Question } from '../ui/question.tsx'
import { changeClock, useClock, useClockNow } from './clock.ts'

/** Asks after a sleep or a crash how much of the time without a sign of life was work. */
export function GapQuestion({ tasks }: { tasks: readonly Task[] }) {
  const session = questionedSession(useClock())
  const task = tasks.find(({ id }) => id === session?.taskId)
  const isOfNobody = session !== null && !task
  // Its task was deleted elsewhere: there is nothing to ask about, and other tasks must be able to start.
  useEffect(() => {
    if (isOfNobody) changeClock(trimGap)
  }, [isOfNobody])
  return session && task ? <Asked session={session} title={task.title} /> : null
}

function Asked({ session, title }: { session: WorkSession; title: string }) {
  const now = useClockNow()
  const { kept, trimmed, gap } = gapSeconds(session, now)
  const since = new Intl.DateTimeFormat('en-US', { dateStyle: 'medium', timeStyle: 'short' })
  return (
    <Question
      open
      // Whoever leaves has not said that it was work, nor that it was not: what was seen stays.
      onEscape={() => changeClock(trimGap)}
      title="Were you still working?"
      text={
        <>
          The clock of ‘{title}’ was running, and there was no sign of you since{' '}
          {since.format(session.gapSince ?? now)}: {formatClock(gap)}.
        </>
      }
    >
      <Button variant="danger-ghost" className="mr-auto" onClick={() => changeClock(dropGap)}>
        Drop it all
      </Button>
      <Button onClick={() => changeClock(keepGap)}>Keep {formatClock(kept)}</Button>
      <Button data-keep variant="primary" onClick={() => changeClock(trimGap)}>
        Trim to {formatClock(trimmed)}
      </Button>
    </Question>
  )
}
