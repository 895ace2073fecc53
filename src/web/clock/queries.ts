import { useMutation } from '@tanstack/react-query'

import { formatClock } from '#domain/duration.ts'
import type { ShortTask } from '#domain/tasks/long-texts.ts'

import { fetchLaterFiles } from '../boot/later-files.ts'
import { showToast } from '../toasts/toast.ts'
import * as words from './words.ts'

/** Saves the time of a task's session from its card. Time that can't be saved stays on the timer. */
export function useSaveTime(task: ShortTask) {
  const { mutateAsync, isPending } = useMutation({
    mutationFn: async () => (await loadSaveWork()).saveTime(task),
    onSuccess: (seconds) => seconds > 0 && showToast(words.saved(formatClock(seconds))),
    onError: () => showToast({ ...words.saveFailed, variant: 'destructive' }),
  })
  return { save: () => mutateAsync().catch(() => undefined), isSaving: isPending }
}

/** Loads the code that saves time. The code is prefetched with the work canvas. */
export async function loadSaveWork() {
  await fetchLaterFiles('clock/later-clock.ts')
  return import('./later-clock.ts')
}
