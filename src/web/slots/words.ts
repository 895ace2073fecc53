import type { Level } from '#domain/tasks/priority.ts'
import type { SlotMove } from '#domain/tasks/slots.ts'
import { isolate } from '#domain/text.ts'

import { countText } from '../ui/count-text.ts'
import { numberText } from '../ui/numbers.ts'

// The toasts of the commands that make room at a full level.

export const swapped = (title: string) => ({ title: `Swapped with ‘${isolate(title)}’.`, text: '' })
export const pushedDown = (count: number) => ({
  title: `${countText(count, 'task', 'tasks')} moved.`,
  text: '',
})
export const swapFailed = 'The tasks weren’t swapped. Try again.'
export const pushFailed = 'Nothing was moved. Try again.'

// The ways to get a task into a full level.

export const swapWith = 'Swap with…'
export const swapHint = (from: Level) => `Pick a card. It takes this task’s place in level ${from}.`
export const swapTitle = (title: string) => `Swap with ${title}`
export const goesTo = (level: Level, place: number) => `Goes to level ${level}, ${ordinal(place)} place`

export const pushDown = 'Push down'
/** Returns the chain: '2 → 3: Interview panel, 3 → 4: Renew passports. Level 4 has room.' */
export function chain(moves: readonly SlotMove[], titleOf: (id: number) => string): string {
  const pushed = moves.slice(1)
  const parts = pushed.map((move) =>
    isLine(move)
      ? `${move.from}: ${isolate(titleOf(move.id))} joins the waiting line`
      : `${move.from} → ${move.priority}: ${isolate(titleOf(move.id))}`,
  )
  const last = pushed.at(-1)
  return `${parts.join(', ')}.${last && !isLine(last) ? ` Level ${last.priority} has room.` : ''}`
}

export const wait = 'Wait in line'
export const waitHint = (level: Level, place: number) =>
  `${capitalized(ordinal(place))} in the waiting line of level ${level}. Moves up when a slot frees up.`

export const boardChanged = 'The board changed. Check again.'

const ENDINGS: Partial<Record<Intl.LDMLPluralRule, string>> = { one: 'st', two: 'nd', few: 'rd' }

function ordinal(place: number): string {
  if (place === 1) return 'first'
  return `${numberText(place)}${ENDINGS[new Intl.PluralRules('en', { type: 'ordinal' }).select(place)] ?? 'th'}`
}

/** Returns whether a move ends in the waiting line of level 10. */
export function isLine({ from, priority }: SlotMove): boolean {
  return from === priority
}

function capitalized(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1)
}
