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
      const isModZ = (event.ctrlKey || event.metaKey) && !event.altKey && pressedKey(event) === 'z'
      const keepsItsKeys = event.target instanceof Element && event.target.closest(FIELDS) !== null
      if (event.defaultPrevented || !isModZ || keepsItsKeys) return
      event.preventDefault()
      if (event.shiftKey) redoLatest()
      else if (!bringBack()) undoLatest()
    },
    { isOn },
  )
}

const FIELDS = 'input, textarea, [role=menu], [role=alertdialog]'
