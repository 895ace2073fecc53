import { afterEach, expect, test, vi } from 'vitest'

import { barKeys } from '../timeline/words.ts'
import { announcedKeys, hintedKeys } from './single-keys.ts'

afterEach(() => void vi.unstubAllGlobals())

test('hints don’t name single-key shortcuts while they are off', () => {
  const shortcuts = [['C'], ['G', 'P'], ['Shift', 'N'], ['Alt', '↑'], ['Mod', 'K']]
  expect(shortcuts.map(hintedKeys)).toEqual(shortcuts)
  vi.stubGlobal('localStorage', { getItem: () => 'off' })
  expect(shortcuts.map(hintedKeys)).toEqual([[], [], [], ['Alt', '↑'], ['Mod', 'K']])
})

test('aria-keyshortcuts doesn’t name single-key shortcuts while they are off', () => {
  expect(announcedKeys('C Delete Alt+ArrowUp Alt+ArrowDown', true)).toBe('C Delete Alt+ArrowUp Alt+ArrowDown')
  expect(announcedKeys('C Delete Alt+ArrowUp Alt+ArrowDown', false)).toBe('Alt+ArrowUp Alt+ArrowDown')
  expect(announcedKeys('Q', false)).toBeUndefined()
})

test('the help on a bar doesn’t name single-key shortcuts while they are off', () => {
  expect(barKeys(true)).toContain('C completes.')
  expect(barKeys(false)).toMatch(/ Enter edits\.$/)
})
