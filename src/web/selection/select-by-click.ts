import type { MouseEvent } from 'react'

import { NARROW } from '../ui/use-media-query.ts'
import { currentSelection, selectRange, toggleSelected } from './selection.ts'

/**
 * Selects a card on a click with Ctrl or ⌘, or a range with Shift. While something is selected, a click on a card's
 * square or a tap anywhere on the card also selects it.
 * @param order returns the ids of the cards, from top to bottom
 * @returns whether the click changed the selection, in which case it must do nothing else
 */
export function selectByClick(event: MouseEvent, id: number, order: () => readonly number[]): boolean {
  const { target, shiftKey, ctrlKey, metaKey, detail } = event
  if (!(target instanceof Element)) return false
  const control = target.closest('button, a, input')
  const isSquare = control?.matches('.check') ?? false
  if (control && !isSquare && !control.matches('.card-open')) return false
  // A click by keyboard has a `detail` of 0.
  if (detail > 0 && (shiftKey || ctrlKey || metaKey)) {
    if (shiftKey) selectRange(id, order())
    else toggleSelected(id)
    return true
  }
  if (currentSelection().ids.size === 0 || !(isSquare || (detail > 0 && isTap(event)))) return false
  toggleSelected(id)
  return true
}

function isTap({ nativeEvent }: MouseEvent): boolean {
  return matchMedia(NARROW).matches || (nativeEvent as PointerEvent).pointerType === 'touch'
}
