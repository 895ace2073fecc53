import type { Task } from '#domain/tasks/task.ts'

import { useShownTask } from '../task-form/use-shown-task.ts'
import { WorkCanvas } from './work-canvas.tsx'

type Props = {
  /** The current task; null if none is open or the open one was deleted. */
  task: Task | null
  onClose: () => void
}

/** The dialog for working on a task: notes, timer and files. Its state is reset each time it opens. */
export function WorkCanvasDialog({ task: present, onClose }: Props) {
  const { round, props } = useShownTask(present, onClose)
  return props && <WorkCanvas key={round} {...props} />
}
