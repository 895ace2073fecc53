/** A priority level, from 1 (most urgent) to 10. */
export type Level = 1 | 2 | 3 | 4 | 5 | 6 | 7 | 8 | 9 | 10

/** A size tier, from 1 (largest) to 5. Each tier covers two levels. */
export type Tier = 1 | 2 | 3 | 4 | 5

export const LEVELS = [1, 2, 3, 4, 5, 6, 7, 8, 9, 10] as const satisfies readonly Level[]
export const LEVEL_MIN = 1
export const LEVEL_MAX = 10
export const LEVEL_DEFAULT = 5

const SLOTS = [3, 3, 4, 4, 6, 6, 8, 8, 10, 10] as const
const NAMES = [
  'Critical',
  'Urgent',
  'High',
  'Medium',
  'Medium',
  'Low',
  'Low',
  'Low',
  'Trivial',
  'Trivial',
] as const
const CARD_NAMES = ['Critical', 'High', 'Medium-High', 'Medium', 'Low'] as const

export function isLevel(value: number): value is Level {
  return Number.isInteger(value) && value >= LEVEL_MIN && value <= LEVEL_MAX
}

/** Returns the number of slots at a level. Source: specification 9. */
export function slotsAtLevel(level: Level): number {
  return SLOTS[level - 1] ?? 0
}

/**
 * Returns the size tier of a level's band, cards, numerals and pips. Every size that shrinks by level is derived from
 * the tier.
 */
export function tierOfLevel(level: Level): Tier {
  return Math.ceil(level / 2) as Tier
}

/** Returns a level's label on the board. Source: specification 4. */
export function levelName(level: Level): string {
  return NAMES[level - 1] ?? ''
}

/** Returns a priority's label in a card's popover, on a coarser scale. Source: specification 9. */
export function cardPriorityName(level: Level): string {
  return CARD_NAMES[tierOfLevel(level) - 1] ?? ''
}

/** Returns whether a level stacks its cards at full width (1 to 6). Levels 7 to 10 use a wrapping row. */
export function isStackedLevel(level: Level): boolean {
  return level <= 6
}
