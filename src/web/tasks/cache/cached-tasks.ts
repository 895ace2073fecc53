import { listChange } from '../data/list-change.ts'
import { compareTasks } from '../data/task-list.ts'
import type { Task } from '#domain/tasks/task.ts'

import { type CacheRecord, readRecord, removeRecord } from '../../boot/cache-record.ts'
import { deleteRows, openRows, readRows } from './cache-rows.ts'

export type Kept = {
  record: CacheRecord
  open: Task[]
  /** Reads the completed tasks, which takes longer. */
  readDone: () => Promise<Task[]>
}

let reading: { userId: string; kept: Promise<Kept | null> } | null = null

/** Starts reading a user's cache early. */
export function readAhead(userId: string): void {
  reading ??= { userId, kept: read(userId) }
}

/** Returns a user's cache on the first call; null on later calls, or if the cache is missing or can't be read. */
export async function takeKept(userId: string): Promise<Kept | null> {
  const begun = reading
  reading = { userId, kept: Promise.resolve(null) }
  return begun ? begun.kept : read(userId)
}

/** Sorts tasks in list order, because cached rows are unordered. */
export function inOrder(tasks: readonly Task[]): Task[] {
  return tasks.toSorted(compareTasks)
}

let adopted: { page: string; tasks: readonly Task[] } | null = null

/** Continues another page's cache, which this page has read completely. */
export function adopt({ page }: CacheRecord, tasks: readonly Task[]): void {
  adopted = { page, tasks }
}

/** Returns the cache that this page continues, or null if it starts a new one. */
export function takeAdopted(): { page: string; tasks: readonly Task[] } | null {
  const taken = adopted
  adopted = null
  return taken
}

/**
 * Returns a user's cached completed tasks, in no particular order; null if there is no cache. Live updates then continue
 * from the last change in the cache.
 */
export async function readKeptDone(userId: string): Promise<Task[] | null> {
  const record = readRecord(userId)
  if (!record) return null
  const done = await readRows(await openRows(), 'done', record)
  listChange.set(Math.min(record.change, listChange.get() ?? record.change))
  return done
}

/** Deletes the cache of all users. Never throws. */
export function clearCache(): void {
  removeRecord()
  deleteRows()
}

async function read(userId: string): Promise<Kept | null> {
  const record = readRecord(userId)
  if (!record) {
    // The cache belongs to another user or build.
    clearCache()
    return null
  }
  try {
    const rows = await openRows()
    const open = inOrder(await readRows(rows, 'open', record))
    return { record, open, readDone: () => readRows(rows, 'done', record) }
  } catch {
    return null
  }
}
