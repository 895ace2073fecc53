import { expect, it } from 'vitest'

import { named, tooFew } from './words.ts'

it.each([
  [['Plan'], '“Plan”'],
  [['Plan', 'Draft'], '“Plan” and “Draft”'],
  [['Plan', 'Draft', 'Ship'], '“Plan”, “Draft” and “Ship”'],
  [['Plan', 'Draft', 'Ship', 'Rest', 'Party'], '“Plan”, “Draft”, “Ship” and 2 more'],
])('names %j as %s', (titles, text) => {
  expect(named(titles)).toBe(text)
})

it('names the levels without enough free slots', () => {
  expect(tooFew([3])).toBe('Level 3 doesn’t have enough free slots.')
  expect(tooFew([1, 2, 4])).toBe('Levels 1, 2 and 4 don’t have enough free slots.')
})
