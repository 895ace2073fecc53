import { useMutation, useQueryClient } from '@tanstack/react-query'

import { formatClock } from '#domain/duration.ts'
import type { Task } from '#domain/task.ts'

import { showToast } from '../toast.ts'
import { saveTime } from './save-work.ts'

/** Saves the time of a task's session from its card. What cannot be saved stays on the clock. */
export function useSaveTime(task: Task) {
  const client = useQueryClient()
  const { mutateAsync, isPending } = useMutation({
    mutationFn: () => saveTime(client, task),
    onSuccess: (seconds) => seconds > 0 && showLogged(seconds),
    onError: () =>
      showToast({
        title: 'Error saving task',
        text: 'Could not save your work time.',
        variant: 'destructive',
      }),
  })
  return { save: () => mutateAsync().catch(() => undefined), isSaving: isPending }
}

/** Source of the words: specification 8. */
function showLogged(seconds: number): void {
  showToast({ title: 'Task saved', text: `Logged ${formatClock(seconds)} of work time.` })
}
