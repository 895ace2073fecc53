import { describe, expect, it } from 'vitest'

import type { Task } from '#domain/task.ts'

import { inOrder, withPending } from './pending.ts'

const rename = (from: string, to: string) => ({
  apply: (tasks: readonly Task[]) =>
    tasks.map((task) => (task.title === from ? Object.assign({}, task, { title: to }) : task)),
})

describe('withPending', () => {
  it('applies the changes in the order they were made', () => {
    const shown = withPending([{ id: 1, title: 'a' } as Task], [rename('a', 'b'), rename('b', 'c')])
    expect(shown[0]?.title).toBe('c')
  })

  it('shows nothing of a change the rules refuse, and all of the others', () => {
    const refused = {
      apply: (): Task[] => {
        throw new Error('Level 2 is full (3 of 3).')
      },
    }
    const shown = withPending([{ id: 1, title: 'a' } as Task], [refused, rename('a', 'b')])
    expect(shown[0]?.title).toBe('b')
  })
})

describe('inOrder', () => {
  it('runs the writes to one task one after the other, also after one that failed', async () => {
    const log: string[] = []
    const write = (name: string, fails = false) =>
      inOrder(1, async () => {
        log.push(`${name} begins`)
        await Promise.resolve()
        log.push(`${name} ends`)
        if (fails) throw new Error(name)
      })
    const writes = [write('first'), write('second', true), write('third')]
    await expect(writes[1]).rejects.toThrow('second')
    await Promise.all([writes[0], writes[2]])
    expect(log).toEqual([
      'first begins',
      'first ends',
      'second begins',
      'second ends',
      'third begins',
      'third ends',
    ])
  })

  it('lets writes to other tasks pass', async () => {
    const { promise, resolve } = Promise.withResolvers<void>()
    const slow = inOrder(2, () => promise)
    await expect(inOrder(3, async () => 'done')).resolves.toBe('done')
    resolve()
    await slow
  })
})
