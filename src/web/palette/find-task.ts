import type { QueryClient } from '@tanstack/react-query'

import type { ShortTask } from '#domain/tasks/long-texts.ts'
import type { Task } from '#domain/tasks/task.ts'

import { isNotFound, request } from '../sync/api.ts'
import { showChanged } from '../tasks/data/task-cache.ts'
import { deletedElsewhere } from '../tasks/words.ts'
import { showError } from '../toasts/toast.ts'
import type { Row } from './palette-rows.tsx'
import * as words from './words.ts'

/** Returns the task of a row. If the page lacks the task, fetches it and adds it to the list that the form reads. */
export async function findTask(
  client: QueryClient,
  { held, hit }: Extract<Row, { kind: 'task' }>,
): Promise<ShortTask | null> {
  if (held) return held
  try {
    const task = await request<Task>('GET', `/api/tasks/${hit.id}`)
    showChanged(client, [task])
    return task
  } catch (error) {
    showError(isNotFound(error) ? deletedElsewhere : words.notOpened)
    return null
  }
}
