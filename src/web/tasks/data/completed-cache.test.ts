import { QueryClient, QueryObserver } from '@tanstack/react-query'
import { expect, it, vi } from 'vitest'

import { until } from '#tests/support/until.ts'

import { COMPLETED_KEY, COMPLETED_TOTALS_KEY, readCompletedAgain } from './completed-cache.ts'

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
