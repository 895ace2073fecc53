import { expect, test } from 'vitest'

import { groups } from '../../keys/words.ts'
import { keys } from './words.ts'

test('the key of every choice is in the list of shortcuts', () => {
  const listed = groups.find(({ title }) => title === 'At a full level')?.shortcuts
  expect(listed?.map((shortcut) => shortcut.keys)).toEqual([[keys.swap], [keys.push], [keys.wait]])
})
