import { createElement } from 'react'
import { renderToReadableStream } from 'react-dom/server'
import { afterEach, expect, test, vi } from 'vitest'

import { page } from './page.tsx'

afterEach(() => void vi.unstubAllGlobals())

/** Opens a page as the browser does: fetches its code, then renders it. */
async function open(load: () => Promise<() => null>): Promise<'shown' | 'reloads' | 'error'> {
  const { promise: reloads, resolve } = Promise.withResolvers<'reloads'>()
  vi.stubGlobal('location', { reload: () => resolve('reloads') })
  const Opened = page<object>(load)
  await Opened.fetch().catch(() => undefined)
  const shown = renderToReadableStream(createElement(Opened), { onError: () => undefined })
  return Promise.race([
    shown.then(
      () => 'shown' as const,
      () => 'error' as const,
    ),
    reloads,
  ])
}

const missing = async () => {
  throw new TypeError('Failed to fetch dynamically imported module')
}

test('a page whose code is missing reloads once, because an update may have removed it, then fails', async () => {
  const stored = new Map<string, string>()
  vi.stubGlobal('sessionStorage', {
    getItem: (key: string) => stored.get(key) ?? null,
    setItem: (key: string, text: string) => stored.set(key, text),
    removeItem: (key: string) => stored.delete(key),
  })
  expect(await open(missing)).toBe('reloads')
  expect(await open(missing)).toBe('error')
  expect(await open(async () => () => null)).toBe('shown')
  expect(await open(missing)).toBe('reloads')
})

test('a page whose code is missing fails without reloading if the reload can’t be stored', async () => {
  vi.stubGlobal('sessionStorage', undefined)
  expect(await open(missing)).toBe('error')
})
