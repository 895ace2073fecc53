import { expect, it } from 'vitest'

import { describeNext } from './describe-next.ts'

it.each([
  [{ dueDate: '2026-12-18', startDate: '2026-12-01' }, 'Next one is due on Dec 18, 2026.'],
  [{ dueDate: '2026-12-18T09:00' }, 'Next one is due on Dec 18, 2026.'],
  [{ startDate: '2026-12-18', endDate: '2026-12-20' }, 'Next one starts on Dec 18, 2026.'],
  [{ endDate: '2026-12-18' }, 'Next one ends on Dec 18, 2026.'],
  [{ dueDate: 'when it rains' }, null],
  [{}, null],
])('describes the next occurrence with %j as %j', (dates, text) => {
  const none = { dueDate: null, startDate: null, endDate: null }
  expect(describeNext({ ...none, ...dates }, 'UTC')).toBe(text)
})
