import { expect, test } from 'vitest'

import { findById, realIds } from './outbox.ts'

test('a temporary id finds the row before and after the row has its real id', () => {
  realIds.set(-9, 90)
  expect(findById([{ id: 1 }, { id: -9 }], -9)).toEqual({ id: -9 })
  expect(findById([{ id: 1 }, { id: 90 }], -9)).toEqual({ id: 90 })
  expect(findById([{ id: 1 }], -9)).toBeUndefined()
})
