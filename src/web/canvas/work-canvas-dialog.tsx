import type { Task } from '#domain/task.ts'

import { useShownTask } from '../tasks/use-shown-task.ts'
import { WorkCanvas } from './work-canvas.tsx'

type Props = {
  /** The task as it is now; null for none, also when the one that was open has disappeared. */
  task: Task | null
  onClose: () => void
}

/** The place to work on one task: its texts, its clock, its files. It opens anew for every task. */
export function WorkCanvasDialog({ task: present, onClose }: Props) {
  const { task, isOpen, isGone, round, close } = useShownTask(present)
  if (!task) return null
  const finish = () => {
    close()
    onClose()
  }
  return <WorkCanvas key={round} task={task} isOpen={isOpen} isGone={isGone} onClose={finish} />
}
