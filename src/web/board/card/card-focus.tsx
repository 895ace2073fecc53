import { Component, type ReactNode } from 'react'

import { findCard, focusLevel } from './focus-card.ts'

type Props = {
  /** Called after each change, before anything else: focuses a card that the user has moved. */
  keepAfterMove: () => void
  children: ReactNode
}
type Focused = { card: string | undefined; label: string | null; level: string | undefined }

/**
 * Keeps focus on a card that another device moves, because React replaces its element. If the focused card, waiting
 * line or tray disappears, the level gets focus, not a neighbor: a key meant for the card must not change another task.
 * The page doesn't scroll.
 */
export class CardFocus extends Component<Props> {
  override getSnapshotBeforeUpdate(): Focused | null {
    const focused = document.activeElement
    const part = focused?.closest(
      '.bands :is([data-task], .slot-tray, .waiting), .bands > [data-level]:focus',
    )
    if (!focused || !part) return null
    const level = part.closest<HTMLElement>('[data-level]')?.dataset['level']
    const card = focused.closest<HTMLElement>('[data-task]')?.dataset['task']
    return { card, label: focused.getAttribute('aria-label'), level }
  }

  override componentDidUpdate(_props: unknown, _state: unknown, focused: Focused | null): void {
    this.props.keepAfterMove()
    if (!focused || document.activeElement !== document.body) return
    const { card, label, level } = focused
    const buttons = [...(findCard(Number(card))?.querySelectorAll('button') ?? [])]
    const target =
      buttons.find(({ ariaLabel }) => label !== null && ariaLabel === label) ??
      buttons.find((button) => button.matches('.card-open'))
    if (target) target.focus({ preventScroll: true })
    else focusLevel(level)
  }

  override render(): ReactNode {
    return this.props.children
  }
}
