import type { Task } from '#domain/tasks/task.ts'

import { EditTask } from './edit-task.tsx'
import { useShownTask } from './use-shown-task.ts'

type Props = {
  /** The current task; null if none is open or the open one was deleted. */
  task: Task | null
  onClose: () => void
  /** Moves the focus when the dialog closes and its opener is gone. */
  onOpenerGone?: () => void
}

/** The dialog that edits or deletes a task. Resets its state when it opens. Keeps the edits if the task disappears. */
export function EditTaskDialog({ task: present, onClose, onOpenerGone }: Props) {
  const { round, props } = useShownTask(present, onClose)
  return props && <EditTask key={round} {...props} onOpenerGone={onOpenerGone} />
}
