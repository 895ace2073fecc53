import { expect, test } from 'vitest'

import { until } from '#tests/support/until.ts'

import { KeyedMutex } from './keyed-mutex.ts'

/** Runs a function that holds the mutex until `end` is called. */
function start(mutex: KeyedMutex, key: string, log: string[], name: string) {
  const { promise, resolve, reject } = Promise.withResolvers<string>()
  const result = mutex.runExclusive(key, () => {
    log.push(name)
    return promise
  })
  return { result, end: () => resolve(name), fail: () => reject(new Error(name)) }
}

test('runs functions with the same key one at a time, in call order', async () => {
  const mutex = new KeyedMutex()
  const log: string[] = []
  const [a, b, c] = ['a', 'b', 'c'].map((name) => start(mutex, 'key', log, name))
  expect(mutex.waiting('key')).toBe(2)
  c?.end()
  b?.end()
  await until(() => expect(log).toEqual(['a']))
  a?.end()
  expect(await Promise.all([a?.result, b?.result, c?.result])).toEqual(['a', 'b', 'c'])
  expect(log).toEqual(['a', 'b', 'c'])
  expect(mutex.waiting('key')).toBe(0)
})

test('runs functions with different keys in parallel', async () => {
  const mutex = new KeyedMutex()
  const log: string[] = []
  const a = start(mutex, 'key', log, 'a')
  const b = start(mutex, 'other', log, 'b')
  b.end()
  expect(await b.result).toBe('b')
  a.end()
  expect(await a.result).toBe('a')
})

test('runs the next function after a function fails, and can be used again once the queue is empty', async () => {
  const mutex = new KeyedMutex()
  const log: string[] = []
  const a = start(mutex, 'key', log, 'a')
  const b = start(mutex, 'key', log, 'b')
  a.fail()
  await expect(a.result).rejects.toThrow('a')
  b.end()
  expect(await b.result).toBe('b')
  const c = start(mutex, 'key', log, 'c')
  const d = start(mutex, 'key', log, 'd')
  expect(mutex.waiting('key')).toBe(1)
  d.end()
  c.end()
  expect(await Promise.all([c.result, d.result])).toEqual(['c', 'd'])
  expect(log).toEqual(['a', 'b', 'c', 'd'])
})
