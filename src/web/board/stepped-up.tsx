import { useLayoutEffect, useState } from 'react'

import { steppedUp } from '#domain/board.ts'
import type { Task } from '#domain/task.ts'

import { slideUp } from './drag/settle.ts'
import { findCard } from './focus-card.ts'

/** Lets a task of a waiting line slide up into a slot that was freed, and says so politely. */
export function SteppedUp({ tasks }: { tasks: readonly Task[] }) {
  const [seen, setSeen] = useState(tasks)
  const [up, setUp] = useState<readonly Task[]>([])
  if (tasks !== seen) {
    const now = steppedUp(seen, tasks)
    setSeen(tasks)
    if (now.length > 0) setUp(now)
  }
  // It can only slide once it stands at its new place.
  useLayoutEffect(() => {
    for (const task of up) {
      const card = findCard(task.id)
      if (card) slideUp(card)
    }
  }, [up])
  return <output className="sr-only">{up.map(sentence).join(' ')}</output>
}

function sentence(task: Task): string {
  return `${task.title} steps up from the waiting line into a slot of level ${task.priority}.`
}
