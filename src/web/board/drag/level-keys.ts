import { LEVEL_MAX, LEVEL_MIN, type Level, isLevel } from '#domain/tasks/priority.ts'

import { currentDrag } from './drag-store.ts'
import { pressedDigit } from '../../keys/pressed-key.ts'

type Handlers = {
  heldOver: () => Level
  carryTo: (level: Level) => void
  /** Handles the key that opens a different view, and that view's own keys. Returns whether the key was one of them. */
  carryAway: (event: KeyboardEvent) => boolean
  onEnd: (isDropped: boolean) => void
}

/**
 * Moves a lifted card with the keyboard. Arrows move one level, digits choose a level (0 is 10), Space and Enter drop.
 * Escape, a shortcut with Ctrl or ⌘, and a pointer press cancel.
 */
export function followKeys({ heldOver, carryTo, carryAway, onEnd }: Handlers): void {
  const over = new AbortController()
  const end = (isDropped: boolean) => {
    over.abort()
    onEnd(isDropped)
  }
  const onKeyDown = (event: KeyboardEvent) => {
    // Another view can replace the board during a drag.
    if (!currentDrag()) return over.abort()
    // A shortcut such as Ctrl+K opens something that needs the next keys.
    if (event.ctrlKey || event.metaKey)
      return !event.altKey && event.key.length === 1 ? end(false) : undefined
    event.preventDefault()
    event.stopPropagation()
    if (event.repeat && !event.code.startsWith('Arrow')) return
    if (event.code === 'Escape') return end(false)
    if (event.code === 'Space' || event.code === 'Enter' || event.code === 'NumpadEnter') return end(true)
    if (carryAway(event)) return
    const level = levelOfKey(event, heldOver())
    if (level) carryTo(level)
  }
  const options = { capture: true, signal: over.signal }
  window.addEventListener('keydown', onKeyDown, options)
  for (const type of ['pointerdown', 'visibilitychange', 'resize']) {
    window.addEventListener(type, () => end(false), options)
  }
}

function levelOfKey(event: KeyboardEvent, from: Level): Level | null {
  const { key } = event
  const digit = pressedDigit(event)
  const level = STEPS[key] ? from + STEPS[key] : digit === '0' ? LEVEL_MAX : Number(digit)
  if (key === 'Home') return LEVEL_MIN
  if (key === 'End') return LEVEL_MAX
  return isLevel(level) ? level : null
}

const STEPS: Record<string, number> = { ArrowUp: -1, ArrowLeft: -1, ArrowDown: 1, ArrowRight: 1 }
