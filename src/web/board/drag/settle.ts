/** Lets a card travel from where it was let go to where it stands now, in d-3. With reduced motion it is there at once. */
export function settle(card: HTMLElement, from: DOMRect): void {
  const styles = getComputedStyle(card)
  const duration = Number.parseFloat(styles.getPropertyValue('--d-3'))
  if (!(duration > 0)) return
  const to = card.getBoundingClientRect()
  const travel = `translate(${from.left - to.left}px, ${from.top - to.top}px)`
  card.animate(
    [
      { transform: travel, zIndex: 20 },
      { transform: 'none', zIndex: 20 },
    ],
    { duration, easing: styles.getPropertyValue('--e-move').trim() || 'ease' },
  )
}

/** Lets a card come up from just below its place. */
export function slideUp(card: HTMLElement): void {
  const { left, bottom, width, height } = card.getBoundingClientRect()
  settle(card, new DOMRect(left, bottom, width, height))
}
