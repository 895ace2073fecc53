/**
 * Hides an input method's keys from all shortcuts and dialogs, and lets Ctrl+Enter or ⌘+Enter press the submit button
 * in the footer of the dialog that has the focus. Holding Enter presses only one button, not the ones that get the
 * focus next. Call this before anything else listens to keys.
 */
export function listenToKeys(): void {
  window.addEventListener(
    'keydown',
    (event) => {
      if (isComposing(event)) event.stopImmediatePropagation()
      else if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) submitDialog(event)
      else if (event.key === 'Enter' && event.repeat && isPressable(event.target)) event.preventDefault()
    },
    { capture: true },
  )
}

/** Safari sends the Enter that ends a composition after `compositionend`, with this code. */
const INPUT_METHOD_KEY_CODE = 229

function isComposing(event: KeyboardEvent): boolean {
  return event.isComposing || event.keyCode === INPUT_METHOD_KEY_CODE
}

function isPressable(target: EventTarget | null): boolean {
  return target instanceof Element && target.closest('button, [role^=menuitem]') !== null
}

function submitDialog(event: KeyboardEvent): void {
  const dialog =
    event.target instanceof Element && event.target.closest('[role="dialog"], [role="alertdialog"]')
  const button = dialog && dialog.querySelector<HTMLButtonElement>('footer button[type="submit"]')
  if (!button) return
  event.preventDefault()
  event.stopImmediatePropagation()
  if (!event.repeat) button.click()
}
