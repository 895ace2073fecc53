import { describe, expect, it } from 'vitest'

import { completedFilterSchema } from './completed.ts'

describe('completedFilterSchema', () => {
  it('reads instants with an offset as UTC with milliseconds', () => {
    expect(completedFilterSchema.parse({ from: '2026-11-19T01:00:00+01:00' }).from).toBe(
      '2026-11-19T00:00:00.000Z',
    )
  })

  it.each([
    ['0000-12-31T23:59:59Z', '0001-01-01T00:00:00.000Z'],
    ['0000-01-01T00:00:00+14:00', '0001-01-01T00:00:00.000Z'],
    ['0001-01-01T00:00:00Z', '0001-01-01T00:00:00.000Z'],
    ['9999-12-31T23:59:59Z', '9999-12-31T23:59:59.000Z'],
    ['9999-12-31T23:59:59-14:00', '9999-12-31T23:59:59.999Z'],
  ])('reads %s as %s, within the years that can be stored', (from, read) =>
    expect(completedFilterSchema.parse({ from }).from).toBe(read),
  )

  it.each([
    { limit: '0' },
    { limit: '501' },
    { limit: '1.5' },
    { limit: 'x' },
    { from: '2026-11-19' },
    { to: 'x' },
  ])('rejects %j', (query) => expect(completedFilterSchema.safeParse(query).success).toBe(false))
})
