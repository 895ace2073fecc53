import { useLayoutEffect, useState } from 'react'

import { listMovedUp } from '#domain/tasks/day/moved-up.ts'
import type { ShortTask } from '#domain/tasks/long-texts.ts'

import { announced } from '../../ui/announced.ts'
import { slideUp } from '../drag/settle.ts'
import { findCard } from './focus-card.ts'
import { noteMovedUp } from './moved-up-store.ts'
import * as words from '../words.ts'

/** Animates, marks and announces tasks that move up from a waiting line into a freed slot. */
export function SteppedUp({ tasks }: { tasks: readonly ShortTask[] }) {
  const [seen, setSeen] = useState(tasks)
  const [up, setUp] = useState<readonly ShortTask[]>([])
  const [news, setNews] = useState('')
  if (tasks !== seen) {
    const now = listMovedUp(seen, tasks)
    setSeen(tasks)
    if (now.length > 0) {
      setUp(now)
      setNews(announced(now.map(words.movedUp).join(' ')))
    }
  }
  // The card must be laid out at its new position first.
  useLayoutEffect(() => {
    for (const task of up) {
      const card = findCard(task.id)
      if (card) slideUp(card)
    }
    const ids = up.map(({ id }) => id)
    noteMovedUp(ids, Date.now())
  }, [up])
  return <output className="sr-only">{news}</output>
}
