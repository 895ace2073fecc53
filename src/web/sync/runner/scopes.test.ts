import { QueryClient } from '@tanstack/react-query'
import { describe, expect, it } from 'vitest'

import { inOrder } from './scopes.ts'

const page = new QueryClient()

describe('inOrder', () => {
  it('runs calls of one scope in order, even after a failure', async () => {
    const log: string[] = []
    const call = (name: string, fails = false) =>
      inOrder(page, ['task:1'], async () => {
        log.push(`${name} begins`)
        await Promise.resolve()
        log.push(`${name} ends`)
        if (fails) throw new Error(name)
      })
    const sent = [call('first'), call('second', true), call('third')]
    await expect(sent[1]).rejects.toThrow('second')
    await Promise.all([sent[0], sent[2]])
    expect(log).toEqual([
      'first begins',
      'first ends',
      'second begins',
      'second ends',
      'third begins',
      'third ends',
    ])
  })

  it('runs calls of other scopes in parallel', async () => {
    const { promise, resolve } = Promise.withResolvers<void>()
    const slow = inOrder(page, ['task:2'], () => promise)
    await expect(inOrder(page, ['task:3'], async () => 'done')).resolves.toBe('done')
    resolve()
    await slow
  })

  it('runs a call with several scopes after the earlier calls in each', async () => {
    const log: string[] = []
    const { promise, resolve } = Promise.withResolvers<void>()
    const both = [
      inOrder(page, ['task:4'], () => promise.then(() => void log.push('task 4'))),
      inOrder(page, ['task:5'], async () => void log.push('task 5')),
    ]
    const several = inOrder(page, ['task:4', 'task:5'], async () => void log.push('both'))
    await both[1]
    expect(log).toEqual(['task 5'])
    resolve()
    await several
    expect(log).toEqual(['task 5', 'task 4', 'both'])
  })
})
