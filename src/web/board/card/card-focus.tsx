import { Component, type ReactNode } from 'react'

import { findCard } from './focus-card.ts'

type Props = {
  /** Called first, after each change: focuses a card that the user has moved. */
  keepAfterMove: () => void
  children: ReactNode
}
type Focused = { taskId: number; label: string | null; level: string | undefined }

/**
 * Keeps the focus on a card that another device moves, because React replaces its element. If the card disappears, its
 * level gets the focus, not a neighbor: a key meant for the card must not change another task. The page doesn't scroll.
 */
export class CardFocus extends Component<Props> {
  override getSnapshotBeforeUpdate(): Focused | null {
    const focused = document.activeElement
    const card = focused?.closest<HTMLElement>('.bands [data-task]')
    if (!focused || !card) return null
    const level = card.closest<HTMLElement>('[data-level]')?.dataset['level']
    return { taskId: Number(card.dataset['task']), label: focused.getAttribute('aria-label'), level }
  }

  override componentDidUpdate(_props: unknown, _state: unknown, focused: Focused | null): void {
    this.props.keepAfterMove()
    if (!focused || document.activeElement !== document.body) return
    const { taskId, label, level } = focused
    const card = findCard(taskId)
    const buttons = [...(card?.querySelectorAll('button') ?? [])]
    const same = buttons.find((button) => label !== null && button.ariaLabel === label)
    const near = card?.querySelector<HTMLElement>('.card-open') ?? document.getElementById(`level-${level}`)
    const target = same ?? near ?? document.querySelector<HTMLElement>(`[data-rung="${level}"]`)
    target?.focus({ preventScroll: true })
  }

  override render(): ReactNode {
    return this.props.children
  }
}
