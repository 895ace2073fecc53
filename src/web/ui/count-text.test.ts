import { expect, it } from 'vitest'

import { countText } from './count-text.ts'

it.each([
  [0, '0 tasks'],
  [1, '1 task'],
  [2, '2 tasks'],
  [1234, `${(1234).toLocaleString()} tasks`],
])('writes %d as %s', (count, text) => {
  expect(countText(count, 'task', 'tasks')).toBe(text)
})
