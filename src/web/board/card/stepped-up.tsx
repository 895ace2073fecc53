import { useLayoutEffect, useState } from 'react'

import { steppedUp } from '../level/lanes.ts'
import type { ShortTask } from '#domain/tasks/long-texts.ts'

import { slideUp } from '../drag/settle.ts'
import { findCard } from './focus-card.ts'
import * as words from '../words.ts'

/** Animates and announces tasks that move up from a waiting line into a freed slot. */
export function SteppedUp({ tasks }: { tasks: readonly ShortTask[] }) {
  const [seen, setSeen] = useState(tasks)
  const [up, setUp] = useState<readonly ShortTask[]>([])
  if (tasks !== seen) {
    const now = steppedUp(seen, tasks)
    setSeen(tasks)
    if (now.length > 0) setUp(now)
  }
  // The card must be laid out at its new place first.
  useLayoutEffect(() => {
    for (const task of up) {
      const card = findCard(task.id)
      if (card) slideUp(card)
    }
  }, [up])
  return <output className="sr-only">{up.map(words.movedUp).join(' ')}</output>
}
