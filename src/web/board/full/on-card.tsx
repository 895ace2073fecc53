import { type ReactNode, useLayoutEffect, useState } from 'react'
import { createPortal } from 'react-dom'

import { findCard } from '../card/focus-card.ts'

type Props = {
  taskId: number
  /** A selector for the part of the card to render into; the card itself by default. */
  part?: string
  /** A data attribute to set on the card, for its look. */
  mark?: 'swap' | 'moving'
  children?: ReactNode
  /** Rendered in place if filters hide the card. */
  otherwise?: ReactNode
}

/** Renders its children into a card of the board without rerendering the card. */
export function OnCard({ taskId, part, mark, children, otherwise }: Props) {
  /** Undefined until the first search for the card. */
  const [place, setPlace] = useState<Element | null>()
  // Runs after each render, because a change to the board can replace the card. An unchanged element causes no render.
  // oxlint-disable-next-line react/exhaustive-deps
  useLayoutEffect(() => {
    const card = findCard(taskId)
    // oxlint-disable-next-line react/set-state-in-effect
    setPlace(part ? (card?.querySelector(part) ?? null) : card)
  })
  useLayoutEffect(() => {
    const card = place?.closest<HTMLElement>('.card')
    if (!card || !mark) return
    card.dataset[mark] = ''
    return () => {
      delete card.dataset[mark]
    }
  }, [place, mark])
  if (place === undefined) return null
  return place ? createPortal(children, place) : otherwise
}
