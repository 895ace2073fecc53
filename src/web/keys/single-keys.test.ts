import { afterEach, expect, test, vi } from 'vitest'

import { hintedKeys } from './single-keys.ts'

afterEach(() => void vi.unstubAllGlobals())

test('hints name no single-key shortcuts while these are off', () => {
  const shortcuts = [['C'], ['G', 'P'], ['Shift', 'N'], ['Alt', '↑'], ['Mod', 'K']]
  expect(shortcuts.map(hintedKeys)).toEqual(shortcuts)
  vi.stubGlobal('localStorage', { getItem: () => 'off' })
  expect(shortcuts.map(hintedKeys)).toEqual([[], [], [], ['Alt', '↑'], ['Mod', 'K']])
})
