import { QueryClient } from '@tanstack/react-query'
import { expect, test, vi } from 'vitest'

import { keepTasks } from '../tasks/cache/save-tasks.ts'
import { keepPage } from './keep-page.ts'

vi.mock('../tasks/cache/save-tasks.ts', { spy: true })

test('a page that opened without the server stores its user again after the record was removed', () => {
  const entrance = { user: { id: 'ada' }, signups: true, maxUploadMb: 25 }
  let record: string | null = JSON.stringify({ userId: 'ada', entrance })
  vi.stubGlobal('document', { querySelector: () => null })
  vi.stubGlobal('localStorage', { getItem: () => record })
  const stop = keepPage(new QueryClient(), 'ada')
  record = null
  expect(vi.mocked(keepTasks).mock.calls[0]?.[2].read()).toMatchObject({ entrance })
  stop()
  vi.unstubAllGlobals()
})
