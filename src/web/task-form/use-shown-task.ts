import { useState } from 'react'

import type { Task } from '#domain/tasks/task.ts'

import { realIds } from '../sync/runner/outbox.ts'

export type ShownTask = {
  task: Task
  isOpen: boolean
  /** Whether the task was deleted, here or elsewhere. */
  isGone: boolean
  onClose: () => void
}

/**
 * Returns the props of the dialog: with the current task, or its last state after it disappeared or while the dialog
 * closes. The props are null before the first task. `round` changes with each opening. Use it as `key`.
 * @param task the current task; null if none is open or the open one was deleted
 */
export function useShownTask(
  task: Task | null,
  whenClosed: () => void,
): { round: number; props: ShownTask | null } {
  const [shown, setShown] = useState({ task, isOpen: task !== null, round: 0 })
  if (task && (task !== shown.task || !shown.isOpen)) {
    const shownId = shown.task?.id ?? 0
    // A task that was created offline gets its real id while its form is open, and the form keeps what is typed.
    const isSame = shown.isOpen && (task.id === shownId || task.id === realIds.get(shownId))
    setShown({ task, isOpen: true, round: isSame ? shown.round : shown.round + 1 })
  }
  const onClose = () => {
    setShown((shown) => ({ ...shown, isOpen: false }))
    whenClosed()
  }
  const { round, isOpen } = shown
  return { round, props: shown.task && { task: shown.task, isOpen, isGone: task === null, onClose } }
}
