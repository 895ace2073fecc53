import { findCard, focusCard } from '../board/card/focus-card.ts'
import { nearestCards } from '../selection/return-focus.ts'

/**
 * Remembers a card's position on the board. The returned function focuses the card or, if it left the board, the next one of
 * its level, else the previous one, else the nearest card.
 */
export function rememberCard(taskId: number): () => void {
  const band = findCard(taskId)?.closest('[data-level]')
  const nearest = (within?: ParentNode | null) =>
    nearestCards(taskId, within?.querySelectorAll<HTMLElement>('[data-task]') ?? [])
  const order = [...new Set([...nearest(band), ...nearest(document)])]
  return () => {
    const there = order.find((id) => findCard(id))
    if (there !== undefined) focusCard(there, 'title')
  }
}
