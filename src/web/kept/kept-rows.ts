import type { Task } from '#domain/task.ts'

const DATABASE = 'tenfold'
const VERSION = 2
/** Open tasks lie apart, so that the board need not wait for all that was ever done. */
const STORES = ['open', 'done'] as const
/** Its one entry is the page whose rows they are. */
const KEEPER = 'keeper'

export type KeptStore = (typeof STORES)[number]

/** How many rows are read, or written, before the page gets its turn: a few ms of work. */
const READ_AT_ONCE = 250
const WRITTEN_AT_ONCE = 50

/** Opens the browser's database of kept tasks. @throws where the browser has none, or forbids it */
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

/** Whose rows they are: a person's, as one page keeps them. */
export type RowsOwner = { userId: string; page: string }

/**
 * The tasks of a person in one store, in no order.
 * @throws when they are another page's, which may just have begun anew
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

/** Forgets every row, of whomever. From here on they are this page's, until another takes them. */
export async function beginRows(rows: IDBDatabase, page: string): Promise<void> {
  await change(rows, (stores) => {
    clear(stores)
    stores.keeper.put(page, KEEPER)
  })
}

/** Takes the rows of another page as they are. @throws when they are not that page's any more */
export async function takeRows(rows: IDBDatabase, from: string, page: string): Promise<void> {
  await changeOwn(rows, from, ({ keeper }) => keeper.put(page, KEEPER))
}

/** A task to keep, or one that is gone. */
export type RowChange = { id: number; task: Task | null }

/**
 * Writes rows, some at a time.
 * @param isEmpty whether there is none yet that could be in the way
 * @throws when they are not this page's any more
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

/** Forgets every row, of whomever. They are nobody's then. */
export async function clearRows(rows: IDBDatabase): Promise<void> {
  await change(rows, clear)
}

const NOT_OURS = 'Another page keeps the tasks.'

type Stores = Record<KeptStore | typeof KEEPER, IDBObjectStore>

function clear(stores: Stores): void {
  for (const store of Object.values(stores)) store.clear()
}

/** Changes rows if they are this page's: two pages may be keeping at once. @throws when they are not */
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
