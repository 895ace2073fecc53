import type { ShortTask } from '#domain/tasks/long-texts.ts'

import { goToLevel } from '../level/use-level-in-view.ts'

/** The parts of a card that keep focus when it is moved with the keyboard. */
export type CardPart = 'title' | 'handle'

const SELECTORS: Record<CardPart, string> = { title: '.card-open', handle: '.card-handle' }

export function findCard(taskId: number): HTMLElement | null {
  return document.querySelector<HTMLElement>(`[data-task="${taskId}"]`)
}

export function focusCard(taskId: number, part: CardPart): void {
  findCard(taskId)?.querySelector<HTMLElement>(SELECTORS[part])?.focus()
}

/** Focuses a level's band or, without cards, its rung. Doesn't scroll the page. */
export function focusLevel(level: string | number | undefined): void {
  const band = document.getElementById(`level-${level}`)
  const target = band ?? document.querySelector<HTMLElement>(`[data-rung="${level}"]`)
  target?.focus({ preventScroll: true })
}

/** Scrolls to a card and focuses it. If the card is hidden in a waiting line, goes to its level's band. */
export function revealCard(task: ShortTask): void {
  const card = findCard(task.id)
  if (!card) return goToLevel(task.priority)
  card.scrollIntoView({ block: 'center' })
  focusCard(task.id, 'title')
}

/** Focuses the next card, or the previous one after the last. Call this before the card disappears. */
export function focusNextCard(taskId: number): void {
  const card = findCard(taskId)
  const next = card && nearestCard(document.querySelectorAll<HTMLElement>('[data-task]'), card)
  next?.querySelector<HTMLElement>(SELECTORS.title)?.focus()
}

/**
 * Moves the focus off a card that is about to leave: to the next card of its level or else the previous one. If no card
 * is left, the band gets the focus and then disappears, and `CardFocus` moves it to the level's rung, where users can
 * also add a task. If the focus is not on the card, it doesn't move.
 */
export function leaveCardFocus(taskId: number): void {
  const card = findCard(taskId)
  if (!card || isFocusElsewhere(taskId)) return
  const level = card.closest<HTMLElement>('[data-level]')
  const near = nearestCard(level?.querySelectorAll<HTMLElement>('[data-task]'), card)
  if (near) return near.querySelector<HTMLElement>(SELECTORS.title)?.focus()
  level?.focus()
}

/** Returns whether something other than this card and its menu has focus. */
export function isFocusElsewhere(taskId: number): boolean {
  const own = `body, [role=menu], [role=menu] *, [data-task="${taskId}"], [data-task="${taskId}"] *`
  return document.activeElement?.matches(own) === false
}

/** Focuses a card that the next render adds, unless the card is in a folded waiting line. */
export function focusSoon(taskId: number): void {
  // The query cache notifies the page in a later event-loop task.
  setTimeout(() => requestAnimationFrame(() => focusCard(taskId, 'title')))
}

function nearestCard(cards: Iterable<HTMLElement> = [], card: HTMLElement): HTMLElement | undefined {
  const list = [...cards]
  const index = list.indexOf(card)
  return list[index + 1] ?? list[index - 1]
}
