import { expect, it, vi } from 'vitest'

import { openWaitingStore } from './database.ts'

const browser = vi.hoisted(() => ({ databases: 0, fails: false, closeDatabase: () => {} }))

vi.mock('idb', () => ({
  openDB: async (_name: string, _version: number, { terminated }: { terminated: () => void }) => {
    if (browser.fails) throw new DOMException('Connection to Indexed Database server lost.', 'UnknownError')
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
  const store = await openWaitingStore()
  expect(await store.list()).toEqual([1])
  browser.closeDatabase()
  expect(await store.list()).toEqual([2])
})

it('opens the database again after an attempt failed', async () => {
  const store = await openWaitingStore()
  browser.closeDatabase()
  browser.fails = true
  await expect(store.list()).rejects.toThrow('server lost')
  browser.fails = false
  expect(await store.list()).toHaveLength(1)
})
