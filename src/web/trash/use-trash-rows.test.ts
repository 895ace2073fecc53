import { expect, it } from 'vitest'

import { type Call, createCallsInMemory } from '../sync/runner/calls.ts'
import { untilEnded } from './use-trash-rows.ts'

const call: Call = {
  command: { name: 'task.restore' },
  input: { id: 1 },
  key: 'a key',
  present: { now: '2026-11-20T10:00:00.000Z', zone: 'UTC' },
}

it('a command that waits ends when its call is rejected or discarded, although its promise never settles', async () => {
  const calls = createCallsInMemory()
  calls.add({ ...call })
  calls.add(call)
  const { promise } = Promise.withResolvers<void>()
  const ended = untilEnded(promise, calls)
  calls.change(call, { isWaiting: true })
  calls.remove(call)
  await expect(ended).rejects.toThrow('The call has ended.')
})

it('a command that waits succeeds with its response', async () => {
  const calls = createCallsInMemory()
  calls.add(call)
  const { promise, resolve } = Promise.withResolvers<string>()
  const ended = untilEnded(promise, calls)
  calls.remove(call)
  resolve('restored')
  await expect(ended).resolves.toBe('restored')
})
