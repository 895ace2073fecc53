import { pressedKey } from '../keys/pressed-key.ts'
import { redoLatest, undoLatest } from '../sync/runner/run.ts'
import { useEvent } from '../ui/use-event.ts'

/**
 * Ctrl+Z or ⌘Z restores discarded text, or else undoes the latest change; with Shift, it redoes. In a field, the
 * browser handles these keys. Other dialogs don't use them.
 * @param formId an element inside the dialog with these keys
 */
export function useUndoKeys(formId: string, isOn: boolean, bringBack: () => boolean): void {
  useEvent(
    document,
    ['keydown'],
    (event) => {
      const isModZ = (event.ctrlKey || event.metaKey) && !event.altKey && pressedKey(event) === 'z'
      const target = event.target instanceof Element ? event.target : null
      const form = document.getElementById(formId)
      const isElsewhere =
        target?.closest(FIELDS) || target?.closest('[role=dialog]')?.contains(form) === false
      if (event.defaultPrevented || !isModZ || isElsewhere) return
      event.preventDefault()
      // A held key must not undo changes that the user doesn't see.
      if (event.repeat) return
      if (event.shiftKey) redoLatest()
      else if (!bringBack()) undoLatest()
    },
    { isOn },
  )
}

const FIELDS = 'input, textarea, [role=menu], [role=alertdialog]'
