import { useState } from 'react'

import type { Task } from '#domain/task.ts'

/**
 * What a dialog about one task shows: the task as it is now, and as it last was when it has disappeared or the dialog is
 * closing. `round` is another number each time it opens, to be its `key`.
 * @param task the task as it is now; null for none, also when the one that was open has disappeared
 */
export function useShownTask(task: Task | null) {
  const [shown, setShown] = useState({ task, isOpen: task !== null, round: 0 })
  if (task && (task !== shown.task || !shown.isOpen)) {
    const isSame = shown.isOpen && task.id === shown.task?.id
    setShown({ task, isOpen: true, round: isSame ? shown.round : shown.round + 1 })
  }
  const close = () => setShown((shown) => ({ ...shown, isOpen: false }))
  return { ...shown, isGone: task === null, close }
}
