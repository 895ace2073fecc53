import { QueryClient } from '@tanstack/react-query'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'

import { until } from '#tests/support/until.ts'

import { fillCategories } from '../live/keep-page.ts'
import { CATEGORIES_KEY, categoriesQuery } from './queries.ts'

const OWN = ['Task', 'Garden']

let client: QueryClient
let stop: () => void
let status: number
beforeEach(() => {
  status = 401
  vi.stubGlobal('fetch', async () => Response.json(OWN, { status }))
  client = new QueryClient({ defaultOptions: { queries: { retry: false, staleTime: Infinity } } })
  stop = fillCategories(client, ['Task'])
})
afterEach(() => {
  stop()
  vi.unstubAllGlobals()
})

it.each([401, 503])('keeps the categories if a refetch gets %i', async (failed) => {
  status = 200
  await client.fetchQuery(categoriesQuery)
  status = failed
  await expect(client.refetchQueries({ queryKey: CATEGORIES_KEY }, { throwOnError: true })).rejects.toThrow(
    `${failed}`,
  )
  expect(client.getQueryData(CATEGORIES_KEY)).toEqual(OWN)
})

it('shows the categories of the last visit if the first fetch fails', async () => {
  await expect(client.fetchQuery(categoriesQuery)).rejects.toThrow('401')
  await until(() => expect(client.getQueryData(CATEGORIES_KEY)).toEqual(['Task']))
})
