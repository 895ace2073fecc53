import { pastedLines } from '#domain/tasks/quick-add/pasted-lines.ts'

import { showToast } from '../toasts/toast.ts'
import { watchUser } from '../ui/focus-view.ts'
import { openQuickAdd } from './open.ts'
import * as words from './words.ts'

/**
 * Opens the line with the text of the clipboard: several lines are offered as tasks. If the browser doesn't let the
 * page read the clipboard, the line opens empty and a toast explains which keys to press. Does nothing if the user has begun
 * to type or opened a dialog in the meantime. Never throws.
 */
export async function pasteAsTasks(): Promise<void> {
  const isBusy = watchUser()
  const text = await readClipboard()
  // The browser may ask first, and the user can keep working in the meantime.
  if (isBusy()) return
  if (text === null) {
    openQuickAdd()
    return showToast(words.pasteHere)
  }
  const [first, ...others] = pastedLines(text)
  if (first === undefined) return showToast(words.nothingToPaste)
  openQuickAdd({ text: others.length > 0 ? text : first })
}

/** Returns the clipboard's text, or null if it is blocked. Without HTTPS, browsers have no clipboard API. */
async function readClipboard(): Promise<string | null> {
  try {
    return await navigator.clipboard.readText()
  } catch {
    return null
  }
}
