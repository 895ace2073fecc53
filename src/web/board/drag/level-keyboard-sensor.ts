import type { Activators, SensorInstance, SensorProps } from '@dnd-kit/core'
import type { KeyboardEvent as ReactKeyboardEvent } from 'react'

import { LEVEL_MAX, LEVEL_MIN, type Level, isLevel } from '#domain/priority.ts'

export type LevelKeyboardOptions = {
  /** Whether the key was pressed on a handle. */
  isHandle: (target: EventTarget) => boolean
  onPickUp: () => void
  /** The level the card is held over. */
  heldOver: () => Level
  /** Carries the card over a level; answers how far the lifted card has travelled since it was picked up. */
  carryTo: (level: Level) => { x: number; y: number }
}

/**
 * Carries a card by keys over all ten levels: Space picks up, arrows go level by level, the digits choose a level
 * (0 is 10), Space or Enter drops, Escape cancels. The library's own keyboard sensor steps by coordinates, which knows
 * neither the levels without a band nor a page that scrolls under the card.
 */
export class LevelKeyboardSensor implements SensorInstance {
  static activators: Activators<LevelKeyboardOptions> = [
    {
      eventName: 'onKeyDown',
      handler: (event: ReactKeyboardEvent, { isHandle }) => {
        const picksUp = event.code === 'Space' && !event.repeat && isHandle(event.target)
        if (picksUp) event.preventDefault()
        return picksUp
      },
    },
  ]

  autoScrollEnabled = false
  readonly #props: SensorProps<LevelKeyboardOptions>
  readonly #listening = new AbortController()

  constructor(props: SensorProps<LevelKeyboardOptions>) {
    this.#props = props
    props.options.onPickUp()
    props.onStart({ x: 0, y: 0 })
    // The press that picked the card up has passed the capture phase and is not heard here.
    const { signal } = this.#listening
    document.addEventListener('keydown', this.#onKeyDown, { capture: true, signal })
    document.addEventListener('pointerdown', this.#cancel, { capture: true, signal })
    document.addEventListener('visibilitychange', this.#cancel, { signal })
    window.addEventListener('resize', this.#cancel, { signal })
  }

  #onKeyDown = (event: KeyboardEvent): void => {
    if (event.ctrlKey || event.metaKey) return
    event.preventDefault()
    event.stopPropagation()
    if (event.repeat && !event.code.startsWith('Arrow')) return
    if (event.code === 'Escape') return this.#cancel()
    if (event.code === 'Space' || event.code === 'Enter' || event.code === 'NumpadEnter') return this.#drop()
    const { heldOver, carryTo } = this.#props.options
    const level = levelOfKey(event.key, heldOver())
    if (level) this.#props.onMove(carryTo(level))
  }

  #drop = (): void => {
    this.#listening.abort()
    this.#props.onEnd()
  }

  #cancel = (): void => {
    this.#listening.abort()
    this.#props.onCancel()
  }
}

function levelOfKey(key: string, from: Level): Level | null {
  const level = STEPS[key] ? from + STEPS[key] : key === '0' ? LEVEL_MAX : Number(key)
  if (key === 'Home') return LEVEL_MIN
  if (key === 'End') return LEVEL_MAX
  return isLevel(level) ? level : null
}

const STEPS: Record<string, number> = { ArrowUp: -1, ArrowLeft: -1, ArrowDown: 1, ArrowRight: 1 }
