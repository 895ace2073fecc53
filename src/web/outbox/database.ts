import { type DBSchema, openDB } from 'idb'

import type { Waiting, WaitingStore } from './waiting.ts'

/** Separate from the cache's database, which is deleted on sign-out. */
const DATABASE = 'tenfold-outbox'

const BOTH = ['calls', 'files'] as const

interface Schema extends DBSchema {
  calls: { key: number; value: Waiting }
  /** The bytes of files, by the `seq` of their calls. Not Blobs, which private windows of Safari can't store. */
  files: { key: number; value: ArrayBuffer }
}

/** Opens the database of waiting calls. Throws if the browser doesn't support or allow it. */
export async function openWaitingStore(): Promise<WaitingStore> {
  const database = await openDB<Schema>(DATABASE, 2, {
    upgrade: (upgraded, before) => {
      if (before < 1) upgraded.createObjectStore('calls', { keyPath: 'seq', autoIncrement: true })
      upgraded.createObjectStore('files')
    },
    // Lets a newer page upgrade the database.
    blocking: (_current, _wanted, event) => (event.target as IDBDatabase).close(),
  })
  const begin = () => database.transaction('calls', 'readwrite', { durability: 'strict' })
  return {
    addFile: async (waiting, bytes, fits) => {
      const transaction = database.transaction(BOTH, 'readwrite', { durability: 'strict' })
      const calls = transaction.objectStore('calls')
      const hasRoom = fits(await calls.getAll())
      if (hasRoom) await transaction.objectStore('files').put(bytes, await calls.add(waiting as Waiting))
      await transaction.done
      return hasRoom
    },
    readFile: (seq) => database.get('files', seq),
    add: async (waiting) => {
      const transaction = begin()
      // The database assigns the `seq`.
      const seq = await transaction.store.add(waiting as Waiting)
      await transaction.done
      return seq
    },
    change: async (seq, change) => {
      const transaction = begin()
      const waiting = await transaction.store.get(seq)
      if (waiting) await transaction.store.put({ ...waiting, ...change })
      await transaction.done
      return waiting !== undefined
    },
    remove: async (seq) => {
      const transaction = database.transaction(BOTH, 'readwrite')
      await Promise.all([
        transaction.objectStore('calls').delete(seq),
        transaction.objectStore('files').delete(seq),
        transaction.done,
      ])
    },
    list: () => database.getAll('calls'),
  }
}
