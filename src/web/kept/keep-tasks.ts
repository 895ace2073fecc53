import type { QueryClient } from '@tanstack/react-query'

import type { Task } from '#domain/task.ts'

import { newIdempotencyKey } from '../tasks/idempotency-key.ts'
import { listChange } from '../tasks/list-change.ts'
import { TASKS_KEY } from '../tasks/writes.ts'
import { takeAdopted } from './kept-tasks.ts'
import { readRecord, removeRecord, thisBuild, wasSignedOutSince, writeRecord } from './kept-record.ts'
import { type RowChange, beginRows, clearRows, openRows, takeRows, writeRows } from './kept-rows.ts'

/** Changes that come soon after one another are kept together. */
const KEEP_AFTER_MS = 1000

/**
 * Keeps the tasks of the page for the next visit, soon after each change. Only the page that kept last goes on from what
 * is there; any other begins anew, so that rows and the number of their change always belong together.
 * @returns what ends it
 */
export function keepTasks(client: QueryClient, userId: string): () => void {
  const page = newIdempotencyKey()
  const loadedAt = performance.timeOrigin
  let kept = new Map<number, Task>()
  let keeper: string | null = null
  let timer: ReturnType<typeof setTimeout> | undefined
  let isKeeping = false
  let isOver = false

  const keep = async () => {
    const tasks = client.getQueryData<Task[]>(TASKS_KEY)
    const change = listChange.get()
    // While it is being read the list may not be whole.
    const isWhole = client.isFetching({ queryKey: TASKS_KEY, exact: true }) === 0
    if (isOver || !isWhole || !tasks || change === null || wasSignedOutSince(loadedAt)) return
    // Known once the list has been read whole.
    const before = takeAdopted()
    if (before) [kept, keeper] = [mapOf(before.tasks), before.page]
    const rows = await openRows()
    try {
      if (keeper === null || readRecord(userId)?.page !== keeper) {
        removeRecord()
        await beginRows(rows, page)
        kept = new Map()
      } else if (keeper !== page) await takeRows(rows, keeper, page)
      await writeRows(rows, { userId, page }, changesOf(kept, tasks), kept.size === 0)
      if (isOver || wasSignedOutSince(loadedAt)) return await clearRows(rows)
      kept = mapOf(tasks)
      keeper = page
      writeRecord({ userId, change, build: thisBuild(), page })
    } finally {
      rows.close()
    }
  }
  const run = async () => {
    timer = undefined
    if (isKeeping) return schedule()
    isKeeping = true
    // Where there is no room, or no permission, the next visit begins as the first did; where another page began to keep
    // meanwhile, the next time begins anew.
    await keep().catch(() => (keeper = null))
    isKeeping = false
  }
  const schedule = () => {
    timer ??= setTimeout(() => void run(), KEEP_AFTER_MS)
  }

  const stopTasks = client.getQueryCache().subscribe(({ type, query }) => {
    if (type === 'updated' && query.queryKey[0] === TASKS_KEY[0] && query.queryKey.length === 1) schedule()
  })
  const stopNumber = listChange.subscribe(schedule)
  schedule()
  return () => {
    isOver = true
    clearTimeout(timer)
    stopTasks()
    stopNumber()
  }
}

function mapOf(tasks: readonly Task[]): Map<number, Task> {
  return new Map(tasks.map((task) => [task.id, task]))
}

/** What has to be written so that these tasks are kept where those were. */
function changesOf(kept: ReadonlyMap<number, Task>, tasks: readonly Task[]): RowChange[] {
  const ids = new Set(tasks.map(({ id }) => id))
  const gone = [...kept.keys()].filter((id) => !ids.has(id)).map((id) => ({ id, task: null }))
  const changed = tasks.filter((task) => kept.get(task.id) !== task)
  return [...gone, ...changed.map((task) => ({ id: task.id, task }))]
}
