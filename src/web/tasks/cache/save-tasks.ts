import type { QueryClient } from '@tanstack/react-query'

import { type ShortTask, hasTexts } from '#domain/tasks/long-texts.ts'
import type { Task } from '#domain/tasks/task.ts'

import { isSignedOutSince } from '../../drafts/forget-drafts.ts'
import { newIdempotencyKey } from '../../sync/idempotency-key.ts'
import { listChange } from '../data/list-change.ts'
import { TASKS_KEY, readTask } from '../data/task-cache.ts'
import { takeAdopted } from './cached-tasks.ts'
import {
  type CacheRecord,
  readRecord,
  removeRecord,
  thisBuild,
  writeRecord,
} from '../../boot/cache-record.ts'
import { type RowChange, beginRows, clearRows, openRows, takeRows, writeRows } from './cache-rows.ts'

type Rest = { queries: ReadonlySet<string>; read: () => Pick<CacheRecord, 'entrance' | 'categories'> }

/** Changes within this time are saved together, in ms. */
const KEEP_AFTER_MS = 1000
const READ_AT_ONCE = 5

/**
 * Caches the page's tasks for the next visit, shortly after each change. The last owner of the cache, or a page that
 * has read all of it, continues it. Any other page starts a new one, so that the rows match their change number.
 * @param rest `read` returns the rest of the record, which comes from `queries`
 * @returns a function that stops caching
 */
export function keepTasks(client: QueryClient, userId: string, rest: Rest): () => void {
  const page = newIdempotencyKey()
  let kept = new Map<number, Task>()
  let keeper: string | null = null
  let timer: ReturnType<typeof setTimeout> | undefined
  let isKeeping = false
  let isOver = false

  const keep = async () => {
    const tasks = client.getQueryData<ShortTask[]>(TASKS_KEY)
    const change = listChange.get()
    // While the list loads it may be incomplete.
    const isWhole = client.isFetching({ queryKey: TASKS_KEY, exact: true }) === 0
    if (isOver || !isWhole || !tasks || change === null || isSignedOutSince()) return
    if (!tasks.every(hasTexts)) return readTexts(client, tasks)
    // Set once the whole list has been read.
    const before = takeAdopted()
    if (before) [kept, keeper] = [mapOf(before.tasks), before.page]
    const rows = await openRows()
    try {
      if (keeper === null || readRecord(userId)?.page !== keeper) {
        if (!removeRecord()) throw new Error('Can’t remove the record of the cached tasks.')
        await beginRows(rows, page)
        kept = new Map()
      } else if (keeper !== page) await takeRows(rows, keeper, page)
      await writeRows(rows, { userId, page }, changesOf(kept, tasks), kept.size === 0)
      if (isOver || isSignedOutSince()) return await clearRows(rows)
      kept = mapOf(tasks)
      keeper = page
      const isWritten = writeRecord({ userId, change, build: thisBuild(), page, ...rest.read() })
      if (!isWritten) throw new Error('Can’t write the record of the cached tasks.')
    } finally {
      rows.close()
    }
  }
  const run = async () => {
    timer = undefined
    if (isKeeping) return schedule()
    isKeeping = true
    // Without storage, the next visit starts without a cache. If another page took over the cache, the next save starts
    // a new one.
    await keep().catch(() => (keeper = null))
    isKeeping = false
  }
  const schedule = () => {
    timer ??= setTimeout(() => void run(), KEEP_AFTER_MS)
  }

  const stopTasks = client.getQueryCache().subscribe(({ type, query }) => {
    const [name] = query.queryKey as string[]
    const isKept = name === TASKS_KEY[0] || rest.queries.has(name ?? '')
    if (type === 'updated' && isKept && query.queryKey.length === 1) schedule()
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

/** Loads text that is still missing after a change. The list then changes, which starts the next save. */
async function readTexts(client: QueryClient, tasks: readonly ShortTask[]): Promise<void> {
  const missing = tasks.filter((task) => !hasTexts(task)).slice(0, READ_AT_ONCE)
  await Promise.all(missing.map(({ id }) => readTask(client, id)))
}

function mapOf(tasks: readonly Task[]): Map<number, Task> {
  return new Map(tasks.map((task) => [task.id, task]))
}

function changesOf(kept: ReadonlyMap<number, Task>, tasks: readonly Task[]): RowChange[] {
  const ids = new Set(tasks.map(({ id }) => id))
  const gone = [...kept.keys()].filter((id) => !ids.has(id)).map((id) => ({ id, task: null }))
  const changed = tasks.filter((task) => kept.get(task.id) !== task)
  return [...gone, ...changed.map((task) => ({ id: task.id, task }))]
}
