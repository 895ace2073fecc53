import { useState } from 'react'

import type { Task } from '#domain/tasks/task.ts'

import { isNotFound } from '../sync/api.ts'
import { useRun } from '../sync/runner/run.ts'
import { restoreTask } from '../tasks/data/commands.ts'
import type { DeletedState } from './conflict-notes.tsx'

/**
 * Restores a task that was deleted while it was edited.
 * @param onRestored called with the restored task, to save the edits
 */
export function useRestoreTask(
  id: number,
  isDeleted: boolean,
  onRestored: (task: Task) => void,
): DeletedState {
  const { run, isPending } = useRun(restoreTask)
  const [isFinal, setIsFinal] = useState(false)
  return {
    isDeleted,
    isFinal,
    isRestoring: isPending,
    restore: () =>
      run(
        { id },
        {
          showsMissing: true,
          onSuccess: (task) => task && onRestored(task),
          onError: (error) => setIsFinal(isNotFound(error)),
        },
      ),
  }
}
