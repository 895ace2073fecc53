import type { Task } from '#domain/task.ts'

import { EditTask } from './edit-task.tsx'
import { useShownTask } from './use-shown-task.ts'

type Props = {
  /** The task as it is now; null for none, also when the one that was open has disappeared. */
  task: Task | null
  onClose: () => void
  /** Puts the focus somewhere when the dialog has closed and what it was opened from is gone. */
  onOpenerGone?: () => void
}

/** Changes or deletes a task. It opens anew for every task, and holds what was typed when its task disappears. */
export function EditTaskDialog({ task: present, onClose, onOpenerGone }: Props) {
  const { task, isOpen, isGone, round, close } = useShownTask(present)
  if (!task) return null
  const finish = () => {
    close()
    onClose()
  }
  return (
    <EditTask
      key={round}
      task={task}
      isOpen={isOpen}
      isGone={isGone}
      onClose={finish}
      onOpenerGone={onOpenerGone}
    />
  )
}
