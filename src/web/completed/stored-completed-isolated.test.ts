import { QueryClient } from '@tanstack/react-query'
import { afterEach, expect, it, vi } from 'vitest'

import type { Entrance, User } from '#domain/account/account.ts'
import { aTask } from '#tests/support/a-task.ts'

import { userQuery } from '../auth/queries.ts'
import { readRecord } from '../boot/cache-record.ts'
import { ApiError } from '../sync/api.ts'
import { readRows } from '../tasks/cache/cache-rows.ts'
import { listChange } from '../tasks/data/list-change.ts'
import { TASKS_KEY } from '../tasks/data/task-cache.ts'
import { storedPage } from './stored-completed.ts'

// Node has no IndexedDB and no localStorage.
vi.mock('../boot/cache-record.ts')
vi.mock('../tasks/cache/cache-rows.ts')

const lost = new ApiError(503, 'The server is unavailable.', null)
const done = (id: number) => aTask({ id, completed: true, completedAt: `2026-11-0${id}T08:00:00.000Z` })

afterEach(() => listChange.set(null))

it('continues with the loaded list while the stored tasks can’t be read', async () => {
  const client = new QueryClient()
  client.setQueryData(userQuery.queryKey, { id: 'ada' } as User)
  client.setQueryData(TASKS_KEY, [done(1), done(2), done(3), aTask({ id: 4 })])
  const page = await storedPage(client, {}, 3, lost)
  expect(page).toMatchObject({ tasks: [{ id: 2 }, { id: 1 }], hasMore: false })
})

it.each([
  { event: 'before the event stream has opened', change: null },
  { event: 'after the event stream has opened', change: 9 },
])('lets live updates continue from the stored tasks if they are shown $event', async ({ change }) => {
  const client = new QueryClient()
  client.setQueryData(userQuery.queryKey, { id: 'ada' } as User)
  const record = { userId: 'ada', change: 5, build: '', page: '' }
  vi.mocked(readRecord).mockReturnValue({ ...record, entrance: {} as Entrance })
  vi.mocked(readRows).mockResolvedValue([done(1), done(2)])
  listChange.set(change)
  const page = await storedPage(client, {}, 0, lost)
  expect(page).toMatchObject({ tasks: [{ id: 2 }, { id: 1 }], hasMore: false })
  expect(listChange.get()).toBe(5)
})
