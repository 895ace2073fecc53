import { expect, test } from 'vitest'

import { replaceIds } from './temporary-ids.ts'

const REAL_IDS = new Map([[-9, 90]])

test('replaces temporary ids at any depth, as numbers and as text', () => {
  const edits = { mine: { dependencies: ['-9', '4'] }, seen: { id: -9, title: '-9 °C' } }
  expect(replaceIds(edits, REAL_IDS)).toEqual({
    mine: { dependencies: ['90', '4'] },
    seen: { id: 90, title: '-9 °C' },
  })
})

test('returns the same value if no id has changed, so that a form doesn’t render again', () => {
  const edits = { mine: { dependencies: ['-8', '4'] } }
  expect(replaceIds(edits, REAL_IDS)).toBe(edits)
})
