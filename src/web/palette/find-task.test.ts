import { QueryClient } from '@tanstack/react-query'
import { afterEach, expect, it, vi } from 'vitest'

import type { SearchHit } from '#domain/search/hit.ts'
import { toasts } from '../toasts/toast.ts'

import { findTask } from './find-task.ts'

afterEach(() => void vi.unstubAllGlobals())

it.each([
  [404, 'This task was deleted on another device.'],
  [503, 'Couldn’t open the task. Try again.'],
])('says why a found task can’t be opened after status %d', async (status, text) => {
  const body = JSON.stringify({ code: status === 404 ? 'not_found' : 'internal', message: 'No.' })
  vi.stubGlobal('fetch', async () => new Response(body, { status }))
  const row = { key: 'task 7', kind: 'task', hit: { id: 7 } as SearchHit, held: undefined } as const
  expect(await findTask(new QueryClient(), row)).toBeNull()
  expect(toasts.get()).toMatchObject({ text })
})
