import type { Task } from '#domain/task.ts'

const DATABASE = 'tenfold'
const VERSION = 1
/** Open tasks lie apart, so that the board need not wait for all that was ever done. */
const STORES = ['open', 'done'] as const

export type KeptStore = (typeof STORES)[number]

/** How many rows are read, or written, before the page gets its turn: a few ms of work. */
const READ_AT_ONCE = 250
const WRITTEN_AT_ONCE = 50

/** Opens the browser's database of kept tasks. @throws where the browser has none, or forbids it */
export function openRows(): Promise<IDBDatabase> {
  return new Promise((resolve, reject) => {
    const opening = indexedDB.open(DATABASE, VERSION)
    opening.addEventListener('upgradeneeded', () => {
      for (const store of STORES) opening.result.createObjectStore(store)
    })
    opening.addEventListener('success', () => {
      // Another page may delete it at any time: nobody has to wait for this one.
      opening.result.addEventListener('versionchange', () => opening.result.close())
      resolve(opening.result)
    })
    opening.addEventListener('error', () => reject(opening.error))
  })
}

/** Deletes all that is kept, of whomever. Not waited for; what fails is only left unread. */
export function deleteRows(): void {
  try {
    indexedDB.deleteDatabase(DATABASE)
  } catch {
    // Where there is no database there is nothing in it.
  }
}

/** The tasks of a person in one store, in no order. */
export async function readRows(rows: IDBDatabase, store: KeptStore, userId: string): Promise<Task[]> {
  const read: Task[] = []
  let after = 0
  for (;;) {
    const range = IDBKeyRange.bound([userId, after], [userId, Infinity], true)
    const tasks = await answerOf<Task[]>(
      rows.transaction(store).objectStore(store).getAll(range, READ_AT_ONCE),
    )
    read.push(...tasks)
    const last = tasks.at(-1)
    if (!last || tasks.length < READ_AT_ONCE) return read
    after = last.id
  }
}

/** A task to keep, or one that is gone. */
export type RowChange = { id: number; task: Task | null }

/** Writes the rows of a person, some at a time. @param isEmpty whether there is none yet that could be in the way */
export async function writeRows(
  rows: IDBDatabase,
  userId: string,
  changes: readonly RowChange[],
  isEmpty: boolean,
): Promise<void> {
  for (let i = 0; i < changes.length; i += WRITTEN_AT_ONCE) {
    await done(rows, (open, completed) => {
      for (const { id, task } of changes.slice(i, i + WRITTEN_AT_ONCE)) {
        const key = [userId, id]
        if (task) (task.completed ? completed : open).put(task, key)
        if (isEmpty) continue
        if (!task || task.completed) open.delete(key)
        if (!task || !task.completed) completed.delete(key)
      }
    })
  }
}

/** Forgets every row, of whomever. */
export async function clearRows(rows: IDBDatabase): Promise<void> {
  await done(rows, (open, completed) => {
    open.clear()
    completed.clear()
  })
}

function done(
  rows: IDBDatabase,
  work: (open: IDBObjectStore, completed: IDBObjectStore) => void,
): Promise<void> {
  return new Promise((resolve, reject) => {
    const transaction = rows.transaction(STORES, 'readwrite')
    transaction.addEventListener('complete', () => resolve())
    transaction.addEventListener('abort', () => reject(transaction.error))
    work(transaction.objectStore('open'), transaction.objectStore('done'))
  })
}

function answerOf<T>(request: IDBRequest<T>): Promise<T> {
  return new Promise((resolve, reject) => {
    request.addEventListener('success', () => resolve(request.result))
    request.addEventListener('error', () => reject(request.error))
  })
}
