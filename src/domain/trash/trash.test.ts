import { describe, expect, it, test } from 'vitest'

import { cursorOf, parseCursor } from './trash-schema.ts'
import {
  TRASHED_MAX,
  TRASHED_TEMPLATE_BYTES_MAX,
  type TrashHead,
  beyondTrash,
  compareTrash,
  daysLeft,
  matchesTrash,
} from './trash.ts'

const head = (kind: TrashHead['kind'], id: number | string, deletedAt: string): TrashHead => ({
  kind,
  id,
  deletedAt,
  title: String(id),
})

test('the trash lists the newest deletion first, and breaks ties by kind and id', () => {
  const early = '2026-11-20T09:00:00.000Z'
  const late = '2026-11-20T10:00:00.000Z'
  const sorted = [
    head('task', 3, late),
    head('task', 2, late),
    head('template', 9, late),
    head('category', 'Pond', late),
    head('category', 'Garden', late),
    head('task', 1, early),
  ]
  expect(sorted.toReversed().toSorted(compareTrash)).toEqual(sorted)
  for (const one of sorted)
    expect(compareTrash(one, { ...parseCursor(cursorOf(one)), title: '' } as TrashHead)).toBe(0)
})

test('a cursor preserves the spaces in a name', () => {
  const { kind, id } = parseCursor(cursorOf(head('category', 'Garden and  pond', '2026-11-20T10:00:00.000Z')))
  expect([kind, id]).toEqual(['category', 'Garden and  pond'])
})

test('search ignores case and matches parts of a title', () => {
  expect(matchesTrash({ title: 'Straße NACH Köln' }, 'nach kö')).toBe(true)
  expect(matchesTrash({ title: 'Straße NACH Köln' }, 'strasse nach koln')).toBe(true)
  expect(matchesTrash({ title: 'Straße NACH Koln' }, 'nach kö')).toBe(false)
  expect(matchesTrash({ title: 'Straße NACH Köln' }, 'bonn')).toBe(false)
})

describe('the limits of the trash', () => {
  it('drop the oldest items beyond the maximum number', () => {
    const kept = Array.from({ length: TRASHED_MAX + 2 }, (_, id) => ({ id, bytes: 1 }))
    expect(beyondTrash(kept)).toEqual([TRASHED_MAX, TRASHED_MAX + 1])
  })

  it('drop the oldest items beyond the maximum size, but never the newest', () => {
    const bytes = TRASHED_TEMPLATE_BYTES_MAX
    expect(
      beyondTrash([
        { id: 1, bytes: bytes - 1 },
        { id: 2, bytes: 1 },
        { id: 3, bytes: 1 },
      ]),
    ).toEqual([3])
    expect(
      beyondTrash([
        { id: 1, bytes: bytes + 1 },
        { id: 2, bytes: 1 },
      ]),
    ).toEqual([2])
  })
})

test.each([
  ['2026-11-19T08:41:00.000Z', 30],
  ['2026-11-18T22:59:00.000Z', 29],
  ['2026-11-18T23:01:00.000Z', 30],
  ['2026-10-22T10:00:00.000Z', 2],
  ['2026-10-01T10:00:00.000Z', 0],
  ['2026-12-01T10:00:00.000Z', 30],
])('a task deleted at %s has %i days left on November 19 in Berlin', (deletedAt, days) => {
  expect(daysLeft(deletedAt, Temporal.PlainDate.from('2026-11-19'), 'Europe/Berlin')).toBe(days)
})
