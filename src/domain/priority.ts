/** A priority level: 1 is the most urgent, 10 the least. */
export type Level = 1 | 2 | 3 | 4 | 5 | 6 | 7 | 8 | 9 | 10

/** A size tier: two levels each, 1 the largest. */
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

/** How many open tasks a level has room for. Source: specification 9. */
export function slotsAtLevel(level: Level): number {
  return SLOTS[level - 1] ?? 0
}

/** The five size tiers of bands, cards, numerals and pips. Everything that shrinks down the ladder comes from here. */
export function tierOfLevel(level: Level): Tier {
  return Math.ceil(level / 2) as Tier
}

/** The name of a level on the board. Source: specification 4. */
export function levelName(level: Level): string {
  return NAMES[level - 1] ?? ''
}

/** The name of a priority in a card's popover, a coarser scale. Source: specification 9. */
export function cardPriorityName(level: Level): string {
  return CARD_NAMES[tierOfLevel(level) - 1] ?? ''
}

/** Levels 1 to 6 stack their cards over the full width; 7 to 10 lay them in a wrapping row. */
export function isStackedLevel(level: Level): boolean {
  return level <= 6
}
