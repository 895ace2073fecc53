// The interface text in the first load. The rest loads with the bar.

import type { Level } from '#domain/tasks/priority.ts'

export const select = (title: string) => `Select ${title}`
export const selectAll = (count: number) => `Select all ${count.toLocaleString()}`
export const selectAllAt = (count: number, level: Level) => `${selectAll(count)} at level ${level}`
export const selected = (count: number) => `${count.toLocaleString()} selected`
export const cleared = 'Selection cleared'

/** The bar's name in the message that its code couldn't be loaded. */
export const part = 'the actions'
