/**
 * Returns a function that focuses a card or, if it is gone, the nearest remaining one. Call this after the page changes.
 * @param id the card that was selected last
 */
export function rememberCard(id: number | null): () => void {
  const nearest = nearestCards(id ?? -1)
  return () =>
    // A closing menu first returns focus to its button.
    void requestAnimationFrame(() => {
      for (const near of nearest) {
        const title = document.querySelector<HTMLElement>(`.bands [data-task="${near}"] .card-open`)
        if (title) return title.focus()
      }
    })
}

/** Returns the ids of the cards: the given card, then those below it going down, then those above it going up. */
export function nearestCards(
  taskId: number,
  cards: Iterable<HTMLElement> = document.querySelectorAll<HTMLElement>('.bands [data-task]'),
): number[] {
  const ids = [...cards].map(({ dataset }) => Number(dataset['task']))
  const at = Math.max(0, ids.indexOf(taskId))
  return [...ids.slice(at), ...ids.slice(0, at).toReversed()]
}
