// Text about selections in the first load, which includes the board. `words.ts` contains the rest.

import type { Level } from '#domain/tasks/priority.ts'
import { numberText } from '../ui/numbers.ts'

export const select = (title: string) => `Select ${title}`
export const selectAll = (count: number) => `Select all ${numberText(count)}`
export const selectAllAt = (count: number, level: Level) => `${selectAll(count)} at level ${level}`
export const selected = (count: number) => `${numberText(count)} selected`
export const cleared = 'Selection cleared'

/** The bar's name in the error that is shown if its code can't be loaded. */
export const part = 'the actions'
