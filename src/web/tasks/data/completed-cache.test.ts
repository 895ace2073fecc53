import { QueryClient, QueryObserver } from '@tanstack/react-query'
import { expect, it, vi } from 'vitest'

import { until } from '#tests/support/until.ts'

import { aTask } from '#tests/support/a-task.ts'

import { COMPLETED_KEY, COMPLETED_TOTALS_KEY, readCompletedAgain } from './completed-cache.ts'
import { showChanged } from './task-cache.ts'

it.each([COMPLETED_KEY, COMPLETED_TOTALS_KEY])(
  'refetches %s if a change arrives during the first fetch',
  async (...queryKey) => {
    const client = new QueryClient()
    const first = Promise.withResolvers<string>()
    const queryFn = vi.fn<() => Promise<string>>().mockResolvedValue('with the change')
    queryFn.mockReturnValueOnce(first.promise)
    const unsubscribe = new QueryObserver(client, { queryKey, queryFn }).subscribe(() => undefined)
    readCompletedAgain(client)
    first.resolve('without the change')
    await until(() => expect(client.getQueryData(queryKey)).toBe('with the change'))
    unsubscribe()
  },
)

it.each([
  ['full tasks', true, aTask({ completed: true })],
  ['short tasks', false, shortTask()],
  ['deletions', true, { deleted: true as const }],
])('refetches completed tasks once for many changes (%s)', async (_what, isLoading, change) => {
  const client = new QueryClient()
  const queryFn = vi.fn<() => Promise<object>>().mockResolvedValue({ pages: [], pageParams: [] })
  const unsubscribe = new QueryObserver(client, { queryKey: COMPLETED_KEY, queryFn }).subscribe(
    () => undefined,
  )
  if (!isLoading) await until(() => expect(client.isFetching()).toBe(0))
  showChanged(
    client,
    Array.from({ length: 20 }, (_, i) => ({ ...change, id: i + 1 })),
  )
  await until(() => expect(queryFn).toHaveBeenCalledTimes(2))
  await until(() => expect(client.isFetching()).toBe(0))
  expect(queryFn).toHaveBeenCalledTimes(2)
  unsubscribe()
})

/** Returns a completed task as bulk responses contain it, without its long texts. */
function shortTask() {
  const { description: _, ...task } = aTask({ completed: true })
  return task
}
