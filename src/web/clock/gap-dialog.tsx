import { formatClock } from '#domain/duration.ts'
import { type WorkSession, dropGap, gapSeconds, keepGap, trimGap } from '#domain/work-clock.ts'

import { Button } from '../ui/button.tsx'
import { Question } from '../ui/question.tsx'
import { changeClock, useClockNow } from './clock.ts'

/** The question itself, for the session that it is about. */
export function GapDialog({ session, title }: { session: WorkSession; title: string }) {
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
