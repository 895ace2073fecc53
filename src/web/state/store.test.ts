import { expect, test } from 'vitest'

import { createStore } from './store.ts'

test('returns the value it was created with until another is set', () => {
  const store = createStore<string | null>(null)
  expect(store.get()).toBeNull()
  store.set('new')
  expect(store.get()).toBe('new')
})

test('calls each listener once per change, after the change, until it unsubscribes', () => {
  const store = createStore(0)
  const seen: string[] = []
  const stop = store.subscribe(() => seen.push(`first ${store.get()}`))
  store.subscribe(() => seen.push(`second ${store.get()}`))
  store.set(1)
  stop()
  store.set(2)
  expect(seen).toEqual(['first 1', 'second 1', 'second 2'])
})

test('does not call listeners when the same value is set again', () => {
  const store = createStore(Number.NaN)
  let calls = 0
  store.subscribe(() => calls++)
  store.set(Number.NaN)
  expect(calls).toBe(0)
})

test('calls the remaining listeners when one unsubscribes during a change', () => {
  const store = createStore(0)
  let calls = 0
  const stop = store.subscribe(() => stop())
  store.subscribe(() => calls++)
  store.set(1)
  store.set(2)
  expect(calls).toBe(2)
})

test('keeps stores independent of each other', () => {
  const [first, second] = [createStore(1), createStore(2)]
  let calls = 0
  second.subscribe(() => calls++)
  first.set(3)
  expect([second.get(), calls]).toEqual([2, 0])
})
