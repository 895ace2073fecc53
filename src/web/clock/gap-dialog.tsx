import { useState } from 'react'

import { type WorkSession, dropGap, gapSeconds, keepGap, trimGap } from './work-clock.ts'

import { Button } from '../ui/button.tsx'
import { usesFieldOrDialog } from '../ui/focus-view.ts'
import { Question } from '../ui/question.tsx'
import { changeClock, toWallTime, useClockNow } from './clock.ts'
import * as words from './words.ts'

export function GapDialog({ session, title }: { session: WorkSession; title: string }) {
  const now = useClockNow()
  // The question opens by itself, so keys meant for a text field must not choose an answer.
  const [wasTyping] = useState(usesFieldOrDialog)
  const { kept, trimmed, gap } = gapSeconds(session, now)
  return (
    <Question
      open
      // Escape chooses none of the options, so only the time before the gap counts.
      onEscape={() => changeClock(trimGap)}
      title={words.gapQuestion}
      text={words.gapText(title, toWallTime(session.gapSince ?? now), gap)}
    >
      <Button variant="danger-ghost" className="mr-auto -ml-3" onClick={() => changeClock(dropGap)}>
        {words.discardSession}
      </Button>
      <div className="flex gap-2">
        <Button onClick={() => changeClock(keepGap)}>{words.keep(kept)}</Button>
        <Button data-keep={!wasTyping || undefined} variant="primary" onClick={() => changeClock(trimGap)}>
          {words.keep(trimmed)}
        </Button>
      </div>
    </Question>
  )
}
