import { QueryClient } from '@tanstack/react-query'
import { expect, it } from 'vitest'

import type { User } from '#domain/account/account.ts'
import { aTask } from '#tests/support/a-task.ts'

import { userQuery } from '../auth/queries.ts'
import { ApiError } from '../sync/api.ts'
import { TASKS_KEY } from '../tasks/data/task-cache.ts'
import { storedPage } from './stored-completed.ts'

const lost = new ApiError(503, 'The server is unavailable.', null)
const done = (id: number) => aTask({ id, completed: true, completedAt: `2026-11-0${id}T08:00:00.000Z` })

it('continues with the loaded list while the stored tasks can’t be read', async () => {
  const client = new QueryClient()
  client.setQueryData(userQuery.queryKey, { id: 'ada' } as User)
  client.setQueryData(TASKS_KEY, [done(1), done(2), done(3), aTask({ id: 4 })])
  const page = await storedPage(client, {}, 3, lost)
  expect(page).toMatchObject({ tasks: [{ id: 2 }, { id: 1 }], hasMore: false })
})
