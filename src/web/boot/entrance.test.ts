import { afterEach, expect, test, vi } from 'vitest'

import { readEntrance } from './entrance.ts'

afterEach(() => vi.unstubAllGlobals())

const USER = { id: 'ada' }

function openPage(content: string, record: string | null) {
  vi.stubGlobal('document', { querySelector: () => ({ getAttribute: () => content }) })
  vi.stubGlobal('localStorage', { getItem: () => record })
  return readEntrance()
}

const record = JSON.stringify({ entrance: { user: USER } })

test('a page from the server knows its user', () => {
  expect(openPage('{"user":null}', record)).toEqual({ user: null })
})

test('a page without the server has the stored user', () => {
  expect(openPage('', record)).toEqual({ user: USER })
})

test('a page without the server or a stored user waits for the server, because a user may be signed in', () => {
  expect(openPage('', null)).toMatchObject({ user: null, isDataAway: true })
})
