import type { Task } from '#domain/tasks/task.ts'

import { useShownTask } from '../task-form/use-shown-task.ts'
import { NO_TASKS, useTasks } from '../tasks/data/queries.ts'
import { Details, type DetailsActions } from './details.tsx'

type Props = DetailsActions & {
  /** The current task; null if none is open or the open one was deleted. */
  task: Task | null
}

/** Shows everything about a task and edits it in place. Its state is reset each time it opens. */
export function DetailsDialog({ task: present, onClose, ...actions }: Props) {
  const { round, props } = useShownTask(present, onClose)
  const { tasks = NO_TASKS } = useTasks()
  return props && <Details key={round} {...props} {...actions} tasks={tasks} />
}
