import { beforeEach, describe, expect, test } from 'vitest'

import { createStoredValue, parseJson, storedKeys } from './stored-value.ts'

let items: Map<string, string>
let fault: 'full' | 'blocked' | null
beforeEach(() => {
  items = new Map()
  fault = null
})

/** A browser's storage that can be full or blocked. */
const area: Storage = {
  get length() {
    return items.size
  },
  key: (index) => [...items.keys()][index] ?? null,
  getItem: (key) => items.get(key) ?? null,
  setItem: (key, text) => {
    if (fault === 'full') throw new DOMException('The quota has been exceeded.', 'QuotaExceededError')
    items.set(key, text)
  },
  removeItem: (key) => void items.delete(key),
  clear: () => items.clear(),
}

/** Private windows can reject access to the storage itself. */
function storage(): Storage {
  if (fault === 'blocked') throw new DOMException('Access is denied.', 'SecurityError')
  return area
}

function openCount(keepsRejected = false) {
  return createStoredValue('count', { parse: parseCount, fallback: 0, keepsRejected, storage })
}

function parseCount(text: string | null): number {
  const value = parseJson(text)
  if (typeof value !== 'number') throw new TypeError('Not a number.')
  return value
}

describe('a stored value', () => {
  test('survives a page load', () => {
    expect(openCount().write(7)).toBe(true)
    expect(openCount().read()).toBe(7)
    expect(items.get('count')).toBe('7')
  })

  test('is the latest value that any tab wrote', () => {
    const [first, second] = [openCount(), openCount()]
    first.write(1)
    second.write(2)
    expect(first.read()).toBe(2)
  })

  test('is the fallback before the first write and after removal', () => {
    const count = openCount()
    expect(count.read()).toBe(0)
    count.write(7)
    expect(count.remove()).toBe(true)
    expect(count.read()).toBe(0)
    expect(items.size).toBe(0)
  })

  test.each(['', 'x', '"7"', '{}', 'null'])('is the fallback when %j is stored', (text) => {
    items.set('count', text)
    expect(openCount().read()).toBe(0)
  })

  test('is removed when it formats to null', () => {
    const isOff = createStoredValue('off', {
      parse: (text) => text === 'yes',
      format: (value) => (value ? 'yes' : null),
      fallback: false,
      storage,
    })
    isOff.write(true)
    expect([isOff.read(), items.get('off')]).toEqual([true, 'yes'])
    isOff.write(false)
    expect([isOff.read(), items.size]).toEqual([false, 0])
  })
})

describe.each(['full', 'blocked'] as const)('a value in storage that is %s', (how) => {
  test('loses a rejected change', () => {
    const count = openCount()
    count.write(1)
    fault = how
    expect(count.write(2)).toBe(false)
    fault = null
    expect(count.read()).toBe(1)
  })

  test('keeps a rejected change for the page if keepsRejected is set', () => {
    const count = openCount(true)
    count.write(1)
    fault = how
    expect(count.write(2)).toBe(false)
    expect(count.read()).toBe(2)
    fault = null
    expect(openCount().read()).toBe(1)
  })

  test('follows other tabs again after a later write succeeds', () => {
    const count = openCount(true)
    fault = how
    count.write(2)
    fault = null
    expect(count.write(3)).toBe(true)
    openCount().write(4)
    expect(count.read()).toBe(4)
  })
})

test('keeps a rejected removal for the page if keepsRejected is set', () => {
  const count = openCount(true)
  count.write(1)
  fault = 'blocked'
  expect(count.remove()).toBe(false)
  fault = null
  expect(count.read()).toBe(0)
})

test('reads the fallback from blocked storage', () => {
  openCount().write(7)
  fault = 'blocked'
  expect(openCount().read()).toBe(0)
})

test('lists keys by prefix, and none if storage is blocked', () => {
  for (const key of ['a:1', 'b:1', 'a:2']) area.setItem(key, '')
  expect(storedKeys('a:', storage)).toEqual(['a:1', 'a:2'])
  fault = 'blocked'
  expect(storedKeys('a:', storage)).toEqual([])
})
