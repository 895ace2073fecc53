import { pressedKey } from '../keys/pressed-key.ts'
import { redoLatest, undoLatest } from '../sync/runner/run.ts'
import { useEvent } from '../ui/use-event.ts'

/**
 * Ctrl+Z or ⌘Z restores discarded text, or else undoes the latest change; with Shift, it redoes. In a field, the
 * browser handles these keys.
 */
export function useUndoKeys(isOn: boolean, bringBack: () => boolean): void {
  useEvent(
    document,
    ['keydown'],
    (event) => {
      if (event.defaultPrevented || !isModZ(event) || keepsItsKeys(event.target)) return
      event.preventDefault()
      if (event.shiftKey) redoLatest()
      else if (!bringBack()) undoLatest()
    },
    { isOn },
  )
}

function isModZ(event: KeyboardEvent): boolean {
  return (event.ctrlKey || event.metaKey) && !event.altKey && pressedKey(event) === 'z'
}

function keepsItsKeys(target: EventTarget | null): boolean {
  return (
    target instanceof Element && target.closest('input, textarea, [role=menu], [role=alertdialog]') !== null
  )
}
