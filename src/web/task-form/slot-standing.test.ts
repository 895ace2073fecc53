import { describe, expect, test } from 'vitest'

import type { Level } from '#domain/tasks/priority.ts'
import { otherOpenCounts, slotStanding } from './slot-standing.ts'

const at = (priority: Level, completed = false) => ({ priority, completed })

describe('the slot check', () => {
  const counts: Record<number, number> = { 1: 2, 2: 3, 3: 3, 4: 4 }
  const openCountAt = (level: Level) => counts[level] ?? 0

  test('accepts a new task at a full level and offers the nearest level with a free slot', () => {
    expect(slotStanding(null, at(2), openCountAt)).toEqual({
      taken: 3,
      slots: 3,
      after: 4,
      standing: 'over',
      alternative: { level: 3, free: 1 },
    })
  })

  test('rejects moving an open task to a full level', () => {
    expect(slotStanding(at(1), at(2), openCountAt).standing).toBe('refused')
  })

  test('lets a task stay at its own level, full or not', () => {
    expect(slotStanding(at(2), at(2), openCountAt)).toMatchObject({ taken: 3, standing: 'room' })
  })

  test('counts the task’s current slot as free when suggesting another level', () => {
    expect(slotStanding(at(4), at(2), (level) => (level <= 4 ? 4 : 10)).alternative).toEqual({
      level: 4,
      free: 1,
    })
    expect(otherOpenCounts(at(4), openCountAt)(4)).toBe(3)
  })

  test('requires no slot for a completed task', () => {
    expect(slotStanding(at(1), at(2, true), openCountAt).standing).toBe('room')
    expect(slotStanding(at(1, true), at(2, true), openCountAt).standing).toBe('room')
  })

  test('never rejects reopening', () => {
    expect(slotStanding(at(1, true), at(2), openCountAt)).toMatchObject({ standing: 'over', after: 4 })
  })

  test('offers nothing when every level is full', () => {
    expect(slotStanding(null, at(2), () => 10).alternative).toBeNull()
  })
})
