import { startTransition, useEffect, useState } from 'react'

import type { Lane } from './lanes.ts'

import { yieldToMain } from '../../sync/yield-to-main.ts'
import { untilShown } from '../../boot/when-idle.ts'

/** The number of cards that fill a tall screen. */
const CARDS = 10

/** Whether this page has rendered the whole board before. If so, it renders all bands together. */
let wasDrawn = false

/** Makes the next board render all bands together, so that any of its cards can be shown. */
export function drawWholeBoard(): void {
  wasDrawn = true
}

/**
 * Returns the lanes to render now. After the page loads, these are the first screen and then one more lane at a time,
 * to avoid long tasks.
 */
export function useFirstSight(lanes: readonly Lane[]): readonly Lane[] {
  const [more, setMore] = useState(wasDrawn ? Infinity : 0)
  const cardsBefore = (index: number) =>
    lanes.slice(0, index).reduce((cards, { holding }) => cards + holding.length, 0)
  const inSight = lanes.filter((_, index) => cardsBefore(index) < CARDS).length
  const isLast = inSight + more + 1 >= lanes.length
  useEffect(() => {
    if (more === Infinity) return
    const board = new AbortController()
    const drawNext = async () => {
      await untilShown()
      await yieldToMain()
      if (board.signal.aborted) return
      wasDrawn = isLast
      startTransition(() => setMore(isLast ? Infinity : more + 1))
    }
    void drawNext()
    return () => board.abort()
  }, [more, isLast])
  return lanes.slice(0, inSight + more)
}
