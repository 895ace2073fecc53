import { durationOf, easingOf } from '../ui/motion.ts'

/** Slides a new card in above the line. Reduced motion skips the animation. */
export function slideIn(taskId: number): void {
  const card = document.querySelector<HTMLElement>(`[data-task="${taskId}"]`)
  const duration = card ? durationOf(card, '--d-3') : 0
  if (!card || duration === 0) return
  card.animate([{ opacity: 0, transform: 'translateY(12px)' }, {}], {
    duration,
    easing: easingOf(card, '--e-out'),
  })
}
