import { findCard, focusCard } from '../board/card/focus-card.ts'

/**
 * Remembers a card's position on the board. The returned function focuses the card or, if it left the board, the next one of
 * its level, else the previous one, else the nearest card.
 */
export function rememberCard(taskId: number): () => void {
  const band = findCard(taskId)?.closest('[data-level]')
  const order = [
    ...new Set([
      ...nearest(band?.querySelectorAll('[data-task]'), taskId),
      ...nearest(document.querySelectorAll('[data-task]'), taskId),
    ]),
  ]
  return () => {
    const there = order.find((id) => findCard(id))
    if (there !== undefined) focusCard(there, 'title')
  }
}

/** Returns card ids: from this card to the last, then the cards before it, nearest first. */
function nearest(cards: Iterable<Element> = [], taskId: number): number[] {
  const ids = [...cards].map((card) => Number((card as HTMLElement).dataset.task))
  const at = Math.max(0, ids.indexOf(taskId))
  return [...ids.slice(at), ...ids.slice(0, at).toReversed()]
}
