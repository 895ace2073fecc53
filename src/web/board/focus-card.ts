import type { Task } from '#domain/task.ts'

import { goToLevel } from './use-level-in-view.ts'

/** The two parts of a card that take the focus of a person who moves it by keys. */
export type CardPart = 'title' | 'handle'

const SELECTORS: Record<CardPart, string> = { title: '.card-open', handle: '.card-handle' }

/** The card of a task, wherever it stands now. */
export function findCard(taskId: number): HTMLElement | null {
  return document.querySelector<HTMLElement>(`[data-task="${taskId}"]`)
}

/** Puts the focus on a card, wherever it stands now. */
export function focusCard(taskId: number, part: CardPart): void {
  findCard(taskId)?.querySelector<HTMLElement>(SELECTORS[part])?.focus()
}

/** Brings a card on screen, with the focus on it; its level's band when the card is folded into the waiting line. */
export function revealCard(task: Task): void {
  const card = findCard(task.id)
  if (!card) return goToLevel(task.priority)
  card.scrollIntoView({ block: 'center' })
  focusCard(task.id, 'title')
}

/** Puts the focus on the card after this one, or before it when it is the last: it is about to go. */
export function focusNextCard(taskId: number): void {
  const cards = [...document.querySelectorAll<HTMLElement>('[data-task]')]
  const index = cards.findIndex((card) => card.dataset.task === String(taskId))
  const next = cards[index + 1] ?? cards[index - 1]
  next?.querySelector<HTMLElement>(SELECTORS.title)?.focus()
}
