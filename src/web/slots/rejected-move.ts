import { hasRoom, openTasksAtLevel } from '#domain/tasks/level.ts'
import type { ChangedTask } from '#domain/tasks/change.ts'
import type { Level } from '#domain/tasks/priority.ts'
import type { ShortTask } from '#domain/tasks/long-texts.ts'

import { createStore } from '../state/store.ts'
import { ApiError, request } from '../sync/api.ts'
import { queryClient } from '../sync/query-client.ts'
import { type RunOptions } from '../sync/runner/runner.ts'
import { runAndWait } from '../sync/runner/run.ts'
import { changeTask } from '../tasks/data/commands.ts'
import { listChange } from '../tasks/data/list-change.ts'
import { listedTasks, showChanged } from '../tasks/data/task-cache.ts'
import { usesFieldOrDialog } from '../ui/focus-view.ts'

/** A move that a full level rejected. `isChanged`: the board changed after the user made a choice. */
type RejectedMove = { taskId: number; level: Level; isChanged?: boolean }

/** The task that a full level rejected, while the board offers ways to make room; null otherwise. */
export const rejectedMove = createStore<RejectedMove | null>(null)

/** Offers ways to make room for a task. Returns false if the board isn't on the page to show them. */
export function offerRoom({ id }: ShortTask, level: Level): boolean {
  const hasBoard = document.querySelector('.bands') !== null
  if (hasBoard) rejectedMove.set({ taskId: id, level })
  return hasBoard
}

type Moved = { changed: ShortTask }

/** Moves a task to a level. If another device has filled the level, the board offers ways to make room. */
export function moveTask(task: ShortTask, level: Level, onDone?: RunOptions<Moved>['onDone']): void {
  const options = onDone ? { onDone } : {}
  offerIfRejected(runAndWait(changeTask, { task, patch: { priority: level } }, options), task, level)
}

/** Offers ways to make room if the server rejects a move because of a change on another device. */
export function offerIfRejected(moving: Promise<unknown>, task: ShortTask, level: Level): void {
  const offer = async (error: unknown) => {
    const code = error instanceof ApiError && error.code
    if (code !== 'level_full' && code !== 'changed') return
    // Fetches the current board for the plan, because live updates may take longer.
    const since = listChange.get() ?? 0
    showChanged(queryClient, await request<ChangedTask[]>('GET', `/api/tasks?since=${since}`))
    const isFull = !hasRoom(level, openTasksAtLevel(listedTasks(queryClient), level).length)
    if (isFull && !usesFieldOrDialog() && offerRoom(task, level))
      rejectedMove.set({ taskId: task.id, level, isChanged: true })
  }
  // The choices take the focus. Without a connection, or while the user types, the toast about the rejection is enough.
  moving.catch(offer).catch(() => undefined)
}
