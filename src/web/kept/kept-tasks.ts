import { compareTasks } from '#domain/task-list.ts'
import type { Task } from '#domain/task.ts'

import { type KeptRecord, readRecord, removeRecord } from './kept-record.ts'
import { deleteRows, openRows, readRows } from './kept-rows.ts'

/** The tasks that this browser kept from the last visit. */
export type Kept = {
  record: KeptRecord
  open: Task[]
  /** The completed ones, which take longer. */
  readDone: () => Promise<Task[]>
}

let reading: { userId: string; kept: Promise<Kept | null> } | null = null

/** Begins to read what is kept for a person, before anybody asks. */
export function readAhead(userId: string): void {
  reading ??= { userId, kept: read(userId) }
}

/** What is kept for a person, once in the life of a page: null when nothing is, or nothing can be read. */
export async function takeKept(userId: string): Promise<Kept | null> {
  const begun = reading
  reading = { userId, kept: Promise.resolve(null) }
  return begun ? begun.kept : read(userId)
}

/** Tasks in the order of the list: rows have none. */
export function inOrder(tasks: readonly Task[]): Task[] {
  return tasks.toSorted(compareTasks)
}

let adopted: { page: string; tasks: readonly Task[] } | null = null

/** Goes on from what another page kept, which this one has read whole. */
export function adopt({ page }: KeptRecord, tasks: readonly Task[]): void {
  adopted = { page, tasks }
}

/** What this page goes on from: the page that kept it, and what lies in the rows; null when it begins anew. */
export function takeAdopted(): { page: string; tasks: readonly Task[] } | null {
  const taken = adopted
  adopted = null
  return taken
}

/** Forgets all that is kept, of whomever. It never fails. */
export function forgetKept(): void {
  try {
    removeRecord()
  } catch {
    // Where storage is forbidden nothing was kept.
  }
  deleteRows()
}

async function read(userId: string): Promise<Kept | null> {
  const record = readRecord(userId)
  if (!record) {
    // It is somebody else's, or another build's: nobody has a use for it.
    forgetKept()
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
