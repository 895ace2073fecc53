import type { ShortTask } from '#domain/tasks/long-texts.ts'
import type { Task } from '#domain/tasks/task.ts'

import { useShownTask } from '../task-form/use-shown-task.ts'
import { useTasks } from '../tasks/data/queries.ts'
import { Details, type DetailsActions } from './details.tsx'

type Props = DetailsActions & {
  /** The current task; null for none, or when the open one was deleted. */
  task: Task | null
}

/** Shows everything about a task and edits it in place. Each opening resets its state. */
export function DetailsDialog({ task: present, onClose, ...actions }: Props) {
  const { task, isOpen, isGone, round, close } = useShownTask(present)
  const { tasks = NO_TASKS } = useTasks()
  if (!task) return null
  const finish = () => {
    close()
    onClose()
  }
  return (
    <Details
      key={round}
      task={task}
      tasks={tasks}
      isOpen={isOpen}
      isGone={isGone}
      onClose={finish}
      {...actions}
    />
  )
}

const NO_TASKS: readonly ShortTask[] = []
