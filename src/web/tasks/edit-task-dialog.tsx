import { useState } from 'react'

import type { Task } from '#domain/task.ts'

import { EditTask } from './edit-task.tsx'

type Props = {
  /** The task as it is now; null for none, also when the one that was open has disappeared. */
  task: Task | null
  onClose: () => void
}

/** Changes or deletes a task. It opens anew for every task, and holds what was typed when its task disappears. */
export function EditTaskDialog({ task, onClose }: Props) {
  const [shown, setShown] = useState({ task, isOpen: task !== null, round: 0 })
  if (task && (task !== shown.task || !shown.isOpen)) {
    const isSame = shown.isOpen && task.id === shown.task?.id
    setShown({ task, isOpen: true, round: isSame ? shown.round : shown.round + 1 })
  }
  const close = () => {
    setShown((shown) => ({ ...shown, isOpen: false }))
    onClose()
  }
  if (!shown.task) return null
  return (
    <EditTask
      key={shown.round}
      task={shown.task}
      isOpen={shown.isOpen}
      isGone={task === null}
      onClose={close}
    />
  )
}
