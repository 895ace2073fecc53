import { expect, test } from 'vitest'

import { estimateUse } from './estimate-use.ts'

test.each([
  [0, 'ok'],
  [2699, 'ok'],
  [2700, 'warn'],
  [3239, 'warn'],
  [3240, 'danger'],
  [7200, 'danger'],
] as const)('shows %i seconds of an hour as %s', (elapsed, tone) => {
  expect(estimateUse(elapsed, 3600).tone).toBe(tone)
})

test('limits the share to 100%', () => {
  expect(estimateUse(1800, 3600).share).toBe(0.5)
  expect(estimateUse(9999, 3600).share).toBe(1)
})

test('shows no usage for an estimate of zero', () => {
  expect(estimateUse(100, 0)).toEqual({ share: 0, tone: 'ok' })
})
