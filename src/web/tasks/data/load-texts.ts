import type { QueryClient } from '@tanstack/react-query'

import { type ShortTask, hasTexts } from '#domain/tasks/long-texts.ts'
import type { Task } from '#domain/tasks/task.ts'

import { ApiError, request } from '../../sync/api.ts'
import { errorText } from '../../sync/error-text.ts'
import { showError } from '../../toasts/toast.ts'
import { watchUser } from '../../ui/focus-view.ts'
import * as words from '../words.ts'
import { findListed, showAnswered } from './task-cache.ts'

let latestOpening = 0

/**
 * Calls `then` with a task once its long text is loaded, unless the user has opened another task or begun to type. Shows
 * a toast if it can't be loaded.
 */
export function withTexts(client: QueryClient, task: ShortTask, then: (task: Task) => void): void {
  const opening = ++latestOpening
  if (hasTexts(task)) return then(task)
  const isBusy = watchUser()
  const isWanted = () => opening === latestOpening && !isBusy()
  void loadTexts(client, [task]).then((read) => (isWanted() ? read?.forEach(then) : undefined))
}

/** Returns tasks with their long text. If the text can't be loaded, shows a toast and returns null. */
export async function loadTexts(client: QueryClient, tasks: readonly ShortTask[]): Promise<Task[] | null> {
  try {
    return await readTexts(client, tasks)
  } catch (error) {
    const isAway = error instanceof ApiError && error.status === 0
    showError(isAway ? words.textsNotHere : errorText(error))
    return null
  }
}

/** Returns tasks with their long text. @throws ApiError */
export async function readTexts(client: QueryClient, tasks: readonly ShortTask[]): Promise<Task[]> {
  return Promise.all(tasks.map((task) => loadOne(client, task)))
}

async function loadOne(client: QueryClient, task: ShortTask): Promise<Task> {
  const listed = findListed(client, task.id) ?? task
  if (hasTexts(task)) return task
  if (hasTexts(listed)) return listed
  const read = await request<Task>('GET', `/api/tasks/${task.id}`)
  showAnswered(client, read)
  return read
}
