import { describe, expect, it } from 'vitest'

import {
  LEVELS,
  cardPriorityName,
  isLevel,
  isStackedLevel,
  levelName,
  slotsAtLevel,
  tierOfLevel,
} from './priority.ts'

describe('the ten levels', () => {
  it.each([
    [1, 3, 'Critical', 'Critical', 1, true],
    [2, 3, 'Urgent', 'Critical', 1, true],
    [3, 4, 'High', 'High', 2, true],
    [4, 4, 'Medium', 'High', 2, true],
    [5, 6, 'Medium', 'Medium-High', 3, true],
    [6, 6, 'Low', 'Medium-High', 3, true],
    [7, 8, 'Low', 'Medium', 4, false],
    [8, 8, 'Low', 'Medium', 4, false],
    [9, 10, 'Trivial', 'Low', 5, false],
    [10, 10, 'Trivial', 'Low', 5, false],
  ] as const)(
    'level %d has %d slots, is %s on the board, %s on cards, tier %d, stacked: %s',
    (level, slots, name, cardName, tier, stacked) => {
      expect(slotsAtLevel(level)).toBe(slots)
      expect(levelName(level)).toBe(name)
      expect(cardPriorityName(level)).toBe(cardName)
      expect(tierOfLevel(level)).toBe(tier)
      expect(isStackedLevel(level)).toBe(stacked)
    },
  )

  it('are the whole numbers from 1 to 10', () => {
    expect(LEVELS.every(isLevel)).toBe(true)
    expect(LEVELS).toHaveLength(10)
  })

  it.each([0, 11, -1, 1.5, Number.NaN, Infinity])('do not include %d', (value) => {
    expect(isLevel(value)).toBe(false)
  })
})
