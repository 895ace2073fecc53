import { flushSync } from 'react-dom'

import { takeKeys } from './keep-keys.ts'

/** Types the keys that were kept while a dialog loaded into the focused field. */
export function typeKeys(): void {
  for (const key of takeKeys()) {
    if (key === 'Enter') pressEnter()
    else flushSync(() => typeKey(key))
  }
}

/** Types as a user does. No other function respects the field's length limit and lets the user undo the text. */
function typeKey(key: string): void {
  if (key === 'Backspace') document.execCommand('delete')
  else document.execCommand('insertText', false, key)
}

function pressEnter(): void {
  const enter = new KeyboardEvent('keydown', { key: 'Enter', bubbles: true, cancelable: true })
  document.activeElement?.dispatchEvent(enter)
}
