import type { DragEvent } from 'react'

import { attachFiles } from '../../attachments/attach-files.ts'
import { openQuickAdd } from '../../quick-add/open.ts'
import { readDropped } from '../../ui/use-file-drop.ts'
import { levelAt } from '../drag/level-at.ts'
import type { CardOnBoard } from '../drag/drag-store.ts'
import * as later from '../later-words.ts'

type Target = { element: HTMLElement | null; label: string; take: (dropped: DataTransfer) => void }

/**
 * Follows files, text or a link dragged onto the board from outside the page: shows where they would go, and handles the
 * drop. Cards accept files; levels accept text and links.
 */
export function followOutside(event: DragEvent, cardAt: (target: EventTarget) => CardOnBoard | null): void {
  const { dataTransfer, target, relatedTarget, currentTarget } = event
  if (event.type === 'dragleave' && relatedTarget instanceof Node && currentTarget.contains(relatedTarget))
    return
  unmark()
  // React events from portals also bubble up to the board, and text fields handle dropped text themselves.
  const isOwn = target instanceof Element && currentTarget.contains(target)
  if (event.type === 'dragleave' || !isOwn || target.closest('input, textarea')) return
  const holdsFiles = dataTransfer.types.includes('Files')
  if (!holdsFiles && !dataTransfer.types.includes('text/plain')) return
  // Otherwise the browser opens the file or the link.
  event.preventDefault()
  const drop = holdsFiles ? targetOfCard(cardAt(target)) : targetOfLevel(event)
  dataTransfer.dropEffect = drop ? 'copy' : 'none'
  if (event.type === 'drop') drop?.take(dataTransfer)
  else if (drop?.element) drop.element.dataset['dropHere'] = drop.label
}

function unmark(): void {
  for (const marked of document.querySelectorAll<HTMLElement>('[data-drop-here]'))
    delete marked.dataset['dropHere']
}

function targetOfCard(card: CardOnBoard | null): Target | null {
  return (
    card && {
      element: card.card,
      label: later.attachTo(card.task.title),
      take: (dropped) => attachFiles(card.task, readDropped(dropped)),
    }
  )
}

function targetOfLevel({ clientX: x, clientY: y }: DragEvent): Target | null {
  const { level, rail } = levelAt({ x, y })
  if (level === null) return null
  return {
    element: document.querySelector<HTMLElement>(
      rail ? `[data-rung="${level}"]` : `[data-quick-add="${level}"]`,
    ),
    label: later.addTo(level),
    take: (dropped) => openQuickAdd({ level, text: oneLine(dropped) }),
  }
}

/** Returns the dropped text as one line. A link becomes its text followed by its URL. */
function oneLine(dropped: DataTransfer): string {
  const text = dropped.getData('text/plain')
  const html = new DOMParser().parseFromString(dropped.getData('text/html'), 'text/html')
  const name = dropped.getData('text/uri-list') ? (html.querySelector('a')?.textContent ?? '') : ''
  return (text.includes(name) ? text : `${name} ${text}`).replaceAll(/\s+/g, ' ').trim()
}
