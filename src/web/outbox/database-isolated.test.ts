import { QueryClient } from '@tanstack/react-query'
import type { OpenDBCallbacks } from 'idb'
import { expect, it, vi } from 'vitest'

import { until } from '#tests/support/until.ts'

import { openWaitingStore } from './database.ts'
import { currentOutbox, startOutbox } from './start.ts'

const browser = vi.hoisted(() => ({ databases: 0, fails: false, closeDatabase: () => {}, upgrade: () => {} }))

vi.mock('idb', () => ({
  openDB: async (_name: string, _version: number, on: OpenDBCallbacks<unknown>) => {
    if (browser.fails) throw new DOMException('Connection to Indexed Database server lost.', 'UnknownError')
    const number = ++browser.databases
    let isOpen = true
    browser.closeDatabase = () => {
      isOpen = false
      on.terminated?.()
    }
    const target = { close: () => (isOpen = false) }
    browser.upgrade = () => on.blocking?.(3, 4, { target } as never)
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

it('lets a newer page that upgrades the database send the calls of this page', async () => {
  const held = new Set<string>()
  const request = async (name: string, run: () => Promise<void>) => {
    held.add(name)
    await run()
    held.delete(name)
  }
  vi.stubGlobal('navigator', { locks: { request, query: () => ({ held: [] }) } })
  vi.stubGlobal('window', new EventTarget())
  const stop = startOutbox(new QueryClient(), 'ada')
  await until(() => expect(currentOutbox.get()).not.toBeNull())
  expect([...held]).toEqual([expect.stringMatching('^tenfold-page:')])
  browser.upgrade()
  await until(() => expect(held.size).toBe(0))
  expect(currentOutbox.get()).toBeNull()
  stop()
  vi.unstubAllGlobals()
})
