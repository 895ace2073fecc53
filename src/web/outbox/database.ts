import { type DBSchema, type IDBPDatabase, openDB } from 'idb'

import type { BulkPatch } from '#domain/tasks/bulk.ts'
import type { ShortTask } from '#domain/tasks/long-texts.ts'

import type { SeveralChanges } from '../selection/commands.ts'
import { type Waiting, type WaitingStore, placedBetween } from './waiting.ts'

/** Separate from the cache's database, which is deleted on sign-out. */
const DATABASE = 'tenfold-outbox'

const BOTH = ['calls', 'files'] as const

interface Schema extends DBSchema {
  calls: { key: number; value: Waiting }
  /** The bytes of files, by the `seq` of their calls; not Blobs, which private windows of Safari can't store. */
  files: { key: number; value: ArrayBuffer }
}

/**
 * Opens the database of waiting calls.
 * @param onReplaced called when a newer page upgrades the database, which this page can't open again
 * @throws if the browser doesn't support or allow it
 */
export async function openWaitingStore(onReplaced?: () => void): Promise<WaitingStore> {
  let opened: Promise<IDBPDatabase<Schema>> | null = null
  const open = () =>
    openDB<Schema>(DATABASE, 3, {
      upgrade: async (upgraded, before, _now, transaction) => {
        if (before < 1) upgraded.createObjectStore('calls', { keyPath: 'seq', autoIncrement: true })
        if (before < 2) upgraded.createObjectStore('files')
        for await (const cursor of transaction.objectStore('calls'))
          await cursor.update(renewed(cursor.value))
      },
      // Lets a newer page upgrade the database.
      blocking: (_current, _wanted, event) => {
        ;(event.target as IDBDatabase).close()
        onReplaced?.()
      },
      // Safari closes the database of a page in the background; any browser does when the user clears the site's data.
      terminated: () => void (opened = null),
    })
  const database = () =>
    (opened ??= open().catch((error: unknown) => {
      opened = null
      throw error
    }))
  const begin = async () => (await database()).transaction('calls', 'readwrite', { durability: 'strict' })
  await database()
  return {
    addFile: async (waiting, bytes, fits) => {
      const transaction = (await database()).transaction(BOTH, 'readwrite', { durability: 'strict' })
      const calls = transaction.objectStore('calls')
      const hasRoom = fits(await calls.getAll())
      if (hasRoom) await transaction.objectStore('files').put(bytes, await calls.add(waiting as Waiting))
      await transaction.done
      return hasRoom
    },
    readFile: async (seq) => (await database()).get('files', seq),
    add: async (waiting) => {
      const transaction = await begin()
      // The database assigns the `seq`.
      const seq = await transaction.store.add(waiting as Waiting)
      await transaction.done
      return seq
    },
    change: async (seq, change) => {
      const transaction = await begin()
      const waiting = await transaction.store.get(seq)
      if (waiting) await transaction.store.put({ ...waiting, ...change })
      await transaction.done
      return waiting !== undefined
    },
    replace: async (seq, parts) => {
      const transaction = await begin()
      const after = await transaction.store.openKeyCursor(IDBKeyRange.lowerBound(seq, true))
      const exists = (await transaction.store.getKey(seq)) !== undefined
      if (exists)
        for (const part of placedBetween(seq, after?.key ?? seq + 1, parts)) await transaction.store.put(part)
      await transaction.done
      return exists
    },
    remove: async (seq) => {
      const transaction = (await database()).transaction(BOTH, 'readwrite')
      await Promise.all([...BOTH.map((name) => transaction.objectStore(name).delete(seq)), transaction.done])
    },
    list: async () => (await database()).getAll('calls'),
  }
}

/** Converts a call that an earlier version stored to the current format. */
function renewed(waiting: Waiting): Waiting {
  if (waiting.name !== 'task.changeDates') return waiting
  const { moves } = waiting.input as { moves: readonly { task: ShortTask; dates: BulkPatch }[] }
  const changes = moves.map(({ task, dates }) => ({ task, patch: dates }))
  const input: SeveralChanges = { action: 'change', changes }
  return { ...waiting, name: 'task.changeSeveral', input }
}
