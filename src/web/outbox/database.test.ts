import { expect, it, vi } from 'vitest'

const browser = vi.hoisted(() => ({ databases: 0, closeDatabase: () => {} }))

vi.mock('idb', () => ({
  openDB: async (_name: string, _version: number, { terminated }: { terminated: () => void }) => {
    const number = ++browser.databases
    let isOpen = true
    browser.closeDatabase = () => {
      isOpen = false
      terminated()
    }
    const getAll = async () => {
      if (!isOpen) throw new DOMException('The database connection is closing.', 'InvalidStateError')
      return [number]
    }
    return { getAll }
  },
}))

it('opens the database again after the browser closed it', async () => {
  // Another test of this process may have loaded the real library.
  vi.resetModules()
  const { openWaitingStore } = await import('./database.ts')
  const store = await openWaitingStore()
  expect(await store.list()).toEqual([1])
  browser.closeDatabase()
  expect(await store.list()).toEqual([2])
})
