import { describe, expect, it } from 'vitest'

import { type Call, allAnswered, createCallsInMemory, withCalls } from './calls.ts'

type Item = { id: number; title: string }

const KEY = ['/api/items'] as const
const callOf = (apply: (items: Item[]) => Item[], queryKey: readonly unknown[] = KEY): Call => ({
  command: { name: 'item.change', overlay: { queryKey, apply } },
  input: null,
  key: '',
  present: { now: '2026-11-20T10:00:00.000Z', zone: 'UTC' },
})
const rename = (from: string, to: string) =>
  callOf((items) => items.map((item) => (item.title === from ? { ...item, title: to } : item)))

describe('withCalls', () => {
  it('applies the calls in the order they were made', () => {
    const shown = withCalls(KEY, [{ id: 1, title: 'a' }], [rename('a', 'b'), rename('b', 'c')])
    expect(shown[0]?.title).toBe('c')
  })

  it('skips a call that the rules reject, and applies all other calls', () => {
    const rejected = callOf(() => {
      throw new Error('Level 2 is full (3 of 3).')
    })
    const shown = withCalls(KEY, [{ id: 1, title: 'a' }], [rejected, rename('a', 'b')])
    expect(shown[0]?.title).toBe('b')
  })

  it('leaves the data of other queries unchanged', () => {
    const items = [{ id: 1, title: 'a' }]
    expect(withCalls(KEY, items, [callOf(() => [], ['/api/others'])])).toBe(items)
  })

  it('applies each overlay once to the same data, for any number of components', () => {
    const items = [{ id: 1, title: 'a' }]
    let runs = 0
    const counted = callOf((items) => {
      runs++
      return [...items]
    })
    const waiting = [counted]
    const first = withCalls(KEY, items, waiting)
    expect(withCalls(KEY, items, waiting)).toBe(first)
    expect(runs).toBe(1)
    withCalls(KEY, items, [counted, rename('a', 'b')])
    withCalls(KEY, [...items], waiting)
    expect(runs).toBe(3)
  })
})

describe('allAnswered', () => {
  it('waits for the pending calls, not for later ones', async () => {
    const calls = createCallsInMemory()
    const [first, later] = [rename('a', 'b'), rename('b', 'c')]
    calls.add(first)
    let isOver = false
    const waiting = allAnswered(calls).then(() => void (isOver = true))
    calls.add(later)
    await new Promise((resolve) => setTimeout(resolve))
    expect(isOver).toBe(false)
    calls.remove(first)
    await waiting
    expect(calls.get()).toEqual([later])
  })
})
