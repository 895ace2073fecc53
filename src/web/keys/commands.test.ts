import { expect, test } from 'vitest'

import { COMMANDS, shortcutsOf } from './commands.ts'

const run = () => undefined

test('returns every shortcut of the commands that have a handler', () => {
  const ids = Object.keys(COMMANDS) as (keyof typeof COMMANDS)[]
  const shortcuts = shortcutsOf(Object.fromEntries(ids.map((id) => [id, run])))
  expect(Object.keys(shortcuts).toSorted()).toEqual(
    ['?', 'Mod+Shift+z', 'Mod+k', 'Mod+z', 'g c', 'g p', 'g t', 'Shift+n', 'n', 'q'].toSorted(),
  )
  expect(shortcutsOf({ addTask: undefined, undo: run })).toEqual({ 'Mod+z': run })
})
