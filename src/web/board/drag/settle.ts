import { durationOf, easingOf } from '../../ui/motion.ts'

/** Animates a card from where it was dropped to its final position. Reduced motion skips the animation. */
export function settle(card: HTMLElement, from: DOMRect): void {
  const duration = durationOf(card, '--d-3')
  if (duration === 0) return
  const to = card.getBoundingClientRect()
  const travel = `translate(${from.left - to.left}px, ${from.top - to.top}px)`
  card.animate(
    [
      { transform: travel, zIndex: 20 },
      { transform: 'none', zIndex: 20 },
    ],
    { duration, easing: easingOf(card, '--e-move') },
  )
}

/** Animates a card upward from just below its final position. */
export function slideUp(card: HTMLElement): void {
  const { left, bottom, width, height } = card.getBoundingClientRect()
  settle(card, new DOMRect(left, bottom, width, height))
}
