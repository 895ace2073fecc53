import { dateOf } from '#domain/tasks/slack/day-number.ts'
import { shownEnd } from '../rules/items.ts'
import type { Conflict } from '../rules/plan.ts'
import * as words from '../words.ts'

export function conflictText({ predecessor, item, lateCount }: Conflict, today: Temporal.PlainDate): string {
  const early =
    predecessor && words.startsTooEarly(item.task, predecessor.task, dateOf(shownEnd(predecessor)), today)
  const late = lateCount > 0 && words.dependentsTooEarly(item.task, lateCount)
  return [early, late].filter(Boolean).join(' ')
}

/** Returns the label of the button that makes the planned moves. */
export function movesLabel({ item, moves }: Conflict, today: Temporal.PlainDate): string {
  const own = moves.find((move) => move.item.task.id === item.task.id)
  if (!own) return words.moveDependents(moves.length)
  if (moves.length > 1) return words.moveWithDependents(moves.length - 1)
  return words.moveTo(dateOf(item.start + own.days), today)
}
