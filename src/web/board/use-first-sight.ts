import { startTransition, useEffect, useState } from 'react'

import type { Lane } from '#domain/board.ts'

import { nextTurn } from '../next-turn.ts'
import { untilShown } from '../when-idle.ts'

/** As many cards as a high screen shows before it is scrolled; a band that is begun is drawn whole. */
const CARDS = 10

/** Whether a board of this page was drawn whole before: then there is nothing that has to come soon. */
let wasDrawn = false

/**
 * Of the bands of a board those that are to be drawn now: the first ones before all others, when a page is opened, and
 * the rest one by one, so that none of it is a long task.
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
      await nextTurn()
      if (board.signal.aborted) return
      wasDrawn = isLast
      startTransition(() => setMore(isLast ? Infinity : more + 1))
    }
    void drawNext()
    return () => board.abort()
  }, [more, isLast])
  return lanes.slice(0, inSight + more)
}
