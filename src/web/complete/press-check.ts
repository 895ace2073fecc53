import { durationOf, easingOf } from '../ui/motion.ts'
import { isSecondPress } from './second-press.ts'

/** For each task with a pending completion, the function that the next click calls. */
const pending = new Map<number, () => void>()

/**
 * Confirms a click on a round control: fills the control, closes the card, and completes the task. A second click before the
 * completion cancels it, unless that click is part of a double click. With reduced motion, the task is completed
 * immediately.
 * @param place the card or row that will disappear
 * @param complete completes the task; resolves when the server has responded
 */
export function pressCheck(taskId: number, place: HTMLElement, complete: () => Promise<void>): void {
  if (isSecondPress(taskId)) return
  const pressAgain = pending.get(taskId)
  if (pressAgain) return pressAgain()
  const [stay, leave] = [durationOf(place, '--d-2'), durationOf(place, '--d-4')]
  const over = new AbortController()
  let closing: Animation | undefined

  const restore = () => {
    pending.delete(taskId)
    closing?.cancel()
    delete place.dataset['completing']
  }
  const finish = () => {
    if (over.signal.aborted) return
    over.abort()
    pending.set(taskId, nothing)
    void complete().finally(restore)
  }
  pending.set(taskId, () => {
    over.abort()
    restore()
  })
  place.dataset['completing'] = ''
  if (leave === 0) return finish()
  const timers = [setTimeout(() => (closing = close(place, leave)), stay), setTimeout(finish, stay + leave)]
  over.signal.addEventListener('abort', () => timers.forEach(clearTimeout))
  // Completes the task immediately if the page is closed or hidden before the animation ends.
  addEventListener('pagehide', finish, { signal: over.signal })
  document.addEventListener('visibilitychange', finish, { signal: over.signal })
}

/** Cancels the latest pending completion. Returns whether there was one. */
export function cancelPress(): boolean {
  const cancel = [...pending.values()].findLast((cancel) => cancel !== nothing)
  cancel?.()
  return cancel !== undefined
}

/** Fades a card and, unless something is beside it, closes the gap it leaves. Lasts until the animation is canceled. */
function close(card: HTMLElement, duration: number): Animation {
  const list = card.parentElement ?? card
  const isAlone = card.offsetWidth > list.offsetWidth / 2
  const { rowGap } = getComputedStyle(list)
  const height = `${card.offsetHeight}px`
  const open = { height, minHeight: height, marginBottom: '0px', overflow: 'clip' }
  const closed = { height: '0px', minHeight: '0px', paddingBlock: '0px', overflow: 'clip' }
  return card.animate(
    [
      { opacity: 1, ...(isAlone && open) },
      { opacity: 0, ...(isAlone && { ...closed, marginBottom: `-${Number.parseFloat(rowGap) || 0}px` }) },
    ],
    { duration, easing: easingOf(card, '--e-move'), fill: 'forwards' },
  )
}

function nothing(): void {
  // The task is being completed.
}
