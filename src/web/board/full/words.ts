import { type Level, slotsAtLevel } from '#domain/tasks/priority.ts'
import type { SlotMove } from '#domain/tasks/slots.ts'

import { isLine } from '../../slots/words.ts'
import { shareText } from '../../ui/count-text.ts'

export const title = (level: Level) => `Level ${level} is full`
export const choose = (fullMessage: string) => `${fullMessage} Choose how to make room.`
export const back = 'Back'
export const close = 'Close'

export const pickHint = (from: Level) =>
  `Pick the card to swap with. It takes this task’s place in level ${from}.`
export const swap = 'Swap'

export const moveTogether = (count: number) => `These ${NUMBERS[count] ?? count} tasks move together:`
export const chainName = 'Tasks that will move'
export const oneUndo = 'One undo brings all of them back.'
/** Returns where a task of the chain goes. `openCount` is the final count at its new level, for the last task only. */
export function placeInChain(move: SlotMove, isFirst: boolean, openCount: number | null): string {
  if (isFirst) return 'takes the last slot'
  if (isLine(move)) return 'joins the waiting line'
  const then = openCount === null ? '' : `, then ${shareText(openCount, slotsAtLevel(move.priority))}`
  return `top of level ${move.priority}${then}`
}

/** The text on a card of the chain, which says where the card goes. */
export const pushedTo = (move: SlotMove) =>
  isLine(move) ? 'To the waiting line' : `To level ${move.priority}`

export const keys = { swap: 'S', push: 'P', wait: 'W', escape: 'Esc', card: 'card', swaps: 'swap' }

const NUMBERS = ['', 'one', 'two', 'three', 'four', 'five', 'six', 'seven', 'eight', 'nine', 'ten']
