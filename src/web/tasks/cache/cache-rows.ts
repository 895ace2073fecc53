import type { Task } from '#domain/tasks/task.ts'

const DATABASE = 'tenfold'
const VERSION = 2
/** Open tasks have their own store, so that the board doesn't wait for completed ones. */
const STORES = ['open', 'done'] as const
/** The store whose only entry is the id of the page that owns the rows. */
const KEEPER = 'keeper'

export type KeptStore = (typeof STORES)[number]

/** Rows per transaction: a few ms of work before the page can respond. */
const READ_AT_ONCE = 250
const WRITTEN_AT_ONCE = 50

/** Opens the cache database. Throws if the browser doesn't support or allow it. */
export function openRows(): Promise<IDBDatabase> {
  return new Promise((resolve, reject) => {
    const opening = indexedDB.open(DATABASE, VERSION)
    opening.addEventListener('upgradeneeded', () => {
      const { result: rows } = opening
      for (const store of [...STORES, KEEPER]) {
        if (!rows.objectStoreNames.contains(store)) rows.createObjectStore(store)
      }
    })
    opening.addEventListener('success', () => {
      // Lets another page delete the database without waiting for this one.
      opening.result.addEventListener('versionchange', () => opening.result.close())
      resolve(opening.result)
    })
    opening.addEventListener('error', () => reject(opening.error))
  })
}

/** Starts deleting the cache of all users, without waiting. Rows that remain are never read. */
export function deleteRows(): void {
  try {
    indexedDB.deleteDatabase(DATABASE)
  } catch {
    // Without IndexedDB there is no cache.
  }
}

export type RowsOwner = { userId: string; page: string }

/**
 * Reads a user's tasks from a store, in no particular order.
 * @throws if another page owns the rows, because it may be rewriting them
 */
export async function readRows(
  rows: IDBDatabase,
  store: KeptStore,
  { userId, page }: RowsOwner,
): Promise<Task[]> {
  const read: Task[] = []
  let after = 0
  for (;;) {
    const range = IDBKeyRange.bound([userId, after], [userId, Infinity], true)
    const transaction = rows.transaction([KEEPER, store])
    const [keeper, tasks] = await Promise.all([
      answerOf<unknown>(transaction.objectStore(KEEPER).get(KEEPER)),
      answerOf<Task[]>(transaction.objectStore(store).getAll(range, READ_AT_ONCE)),
    ])
    if (keeper !== page) throw new Error(NOT_OURS)
    read.push(...tasks)
    const last = tasks.at(-1)
    if (!last || tasks.length < READ_AT_ONCE) return read
    after = last.id
  }
}

/** Deletes all rows and makes this page their owner. */
export async function beginRows(rows: IDBDatabase, page: string): Promise<void> {
  await change(rows, (stores) => {
    clear(stores)
    stores.keeper.put(page, KEEPER)
  })
}

/**
 * Makes this page the owner of another page's rows.
 * @throws if that page no longer owns them
 */
export async function takeRows(rows: IDBDatabase, from: string, page: string): Promise<void> {
  await changeOwn(rows, from, ({ keeper }) => keeper.put(page, KEEPER))
}

export type RowChange = { id: number; task: Task | null }

/**
 * Writes rows in batches.
 * @param isEmpty whether the stores are empty, so that nothing must be deleted first
 * @throws if this page no longer owns the rows
 */
export async function writeRows(
  rows: IDBDatabase,
  { userId, page }: RowsOwner,
  changes: readonly RowChange[],
  isEmpty: boolean,
): Promise<void> {
  for (let i = 0; i < changes.length; i += WRITTEN_AT_ONCE) {
    await changeOwn(rows, page, ({ open, done }) => {
      for (const { id, task } of changes.slice(i, i + WRITTEN_AT_ONCE)) {
        const key = [userId, id]
        if (task) (task.completed ? done : open).put(task, key)
        if (isEmpty) continue
        if (!task || task.completed) open.delete(key)
        if (!task || !task.completed) done.delete(key)
      }
    })
  }
}

export async function clearRows(rows: IDBDatabase): Promise<void> {
  await change(rows, clear)
}

const NOT_OURS = 'Another page is storing the tasks now.'

type Stores = Record<KeptStore | typeof KEEPER, IDBObjectStore>

function clear(stores: Stores): void {
  for (const store of Object.values(stores)) store.clear()
}

/** Changes rows. Throws if another page has become the owner of the rows. */
function changeOwn(rows: IDBDatabase, page: string, work: (stores: Stores) => void): Promise<void> {
  return change(rows, (stores, transaction) => {
    const asking = stores.keeper.get(KEEPER)
    asking.addEventListener('success', () => {
      if (asking.result === page) work(stores)
      else transaction.abort()
    })
  })
}

function change(
  rows: IDBDatabase,
  work: (stores: Stores, transaction: IDBTransaction) => void,
): Promise<void> {
  return new Promise((resolve, reject) => {
    const transaction = rows.transaction([...STORES, KEEPER], 'readwrite')
    transaction.addEventListener('complete', () => resolve())
    transaction.addEventListener('abort', () => reject(transaction.error ?? new Error(NOT_OURS)))
    const storeOf = (name: string) => transaction.objectStore(name)
    work({ open: storeOf('open'), done: storeOf('done'), keeper: storeOf(KEEPER) }, transaction)
  })
}

function answerOf<T>(request: IDBRequest<T>): Promise<T> {
  return new Promise((resolve, reject) => {
    request.addEventListener('success', () => resolve(request.result))
    request.addEventListener('error', () => reject(request.error))
  })
}
