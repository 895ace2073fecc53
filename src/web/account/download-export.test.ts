import { afterEach, expect, it, vi } from 'vitest'

import { toasts } from '../toasts/toast.ts'
import { until } from '#tests/support/until.ts'

import { downloadExport } from './download-export.ts'

const download = vi.fn<() => void>()

function answer(status: number): void {
  vi.stubGlobal('document', { createElement: () => ({ click: download }) })
  vi.stubGlobal('fetch', async () => new Response(null, { status }))
}
afterEach(() => {
  download.mockClear()
  vi.unstubAllGlobals()
})

it.each([
  [401, 'You’re signed out. Reload the page to sign in again.'],
  [429, 'Too many requests. Wait a moment, then try again.'],
  [503, 'The server is unavailable right now. Try again in a moment.'],
])('says why the server rejects an export with %d, and downloads nothing', async (status, text) => {
  answer(status)
  downloadExport()
  await until(() => expect(toasts.get()).toMatchObject({ text, variant: 'destructive' }))
  expect(download).not.toHaveBeenCalled()
})

it('downloads an export that the server would send', async () => {
  answer(200)
  downloadExport()
  await until(() => expect(download).toHaveBeenCalledOnce())
})
