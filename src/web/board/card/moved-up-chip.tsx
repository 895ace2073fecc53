import { ArrowUp } from 'lucide-react'
import { useEffect, useRef } from 'react'

import { durationOf, easingOf } from '../../ui/motion.ts'
import * as words from '../later-words.ts'
import { keepMovedUp, movedUp, seenMovedUp } from './moved-up-store.ts'

/** How long a card must be in view before the chip counts as seen, in ms. Source: design, 'Moved up'. */
const SEEN_MS = 2000

/** Says that a card took a freed slot, until the user has seen the chip or focused the card. */
export function MovedUpChip({ taskId }: { taskId: number }) {
  const chip = useRef<HTMLSpanElement>(null)
  useEffect(() => {
    const card = chip.current?.closest<HTMLElement>('[data-task]')
    return card ? watchCard(card, chip, () => noteSeen(taskId)) : undefined
  }, [taskId])
  return (
    <span
      ref={chip}
      className="inline-flex h-4.5 items-center gap-1 rounded-xs bg-press px-1.5 text-chip font-medium text-fg"
    >
      <ArrowUp size={12} strokeWidth={1.75} />
      <span aria-hidden>{words.movedUp}</span>
      <span className="sr-only">{words.movedUpInFull}</span>
    </span>
  )
}

function watchCard(card: HTMLElement, chip: { current: HTMLElement | null }, onSeen: () => void): () => void {
  const end = new AbortController()
  let isInView = false
  let timer: ReturnType<typeof setTimeout> | undefined
  const leave = () => {
    end.abort()
    const fade = chip.current?.animate([{ opacity: 1 }, { opacity: 0 }], {
      duration: durationOf(card, '--d-4'),
      easing: easingOf(card, '--e-out'),
      fill: 'forwards',
    })
    if (fade) fade.addEventListener('finish', onSeen)
    else onSeen()
  }
  const look = () => {
    clearTimeout(timer)
    if (isInView && !document.hidden && !end.signal.aborted) timer = setTimeout(leave, SEEN_MS)
  }
  // A card at a fractional pixel position is never completely in view.
  const watcher = new IntersectionObserver(
    ([entry]) => {
      isInView = (entry?.intersectionRatio ?? 0) > 0.98
      look()
    },
    { threshold: [0.98, 1] },
  )
  watcher.observe(card)
  document.addEventListener('visibilitychange', look, { signal: end.signal })
  card.addEventListener('focusin', leave, { signal: end.signal })
  end.signal.addEventListener('abort', () => {
    clearTimeout(timer)
    watcher.disconnect()
  })
  return () => end.abort()
}

function noteSeen(id: number): void {
  if (!movedUp.get().has(id)) return
  keepMovedUp((other) => other !== id)
  seenMovedUp.set([...seenMovedUp.get(), { taskId: id, at: new Date().toISOString() }])
}
