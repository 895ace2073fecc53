import { useSyncExternalStore } from 'react'

/** The visible share of a phone's screen above which no keyboard is open. The browser's toolbars alone cover less. */
const SHARE_WITHOUT_KEYBOARD = 0.7

/** Returns whether an on-screen keyboard takes up part of a touch screen. */
export function useIsKeyboardOpen(): boolean {
  return useSyncExternalStore(subscribe, isKeyboardOpen)
}

/** Phone browsers don't report their keyboard, so this checks for a focused text field and a small visible area. */
function isKeyboardOpen(): boolean {
  if (!hasFocusedField() || !matchMedia('(pointer: coarse)').matches) return false
  const height = window.visualViewport?.height ?? window.innerHeight
  return height < window.screen.height * SHARE_WITHOUT_KEYBOARD
}

/** Checked before the height, because reading the height makes the browser lay out the page. */
function hasFocusedField(): boolean {
  return document.activeElement?.matches('input, textarea, [contenteditable]') === true
}

/** Returns the height of the page that an on-screen keyboard covers, in px. */
export function useKeyboardHeight(): number {
  return useSyncExternalStore(subscribe, keyboardHeight)
}

function keyboardHeight(): number {
  const { visualViewport: viewport } = window
  // Zooming in also shrinks the visible part.
  if (!viewport || !hasFocusedField() || viewport.scale !== 1) return 0
  return Math.max(0, Math.round(innerHeight - viewport.offsetTop - viewport.height))
}

function subscribe(listener: () => void): () => void {
  const stop = new AbortController()
  const until = { signal: stop.signal }
  for (const type of ['resize', 'scroll']) window.visualViewport?.addEventListener(type, listener, until)
  for (const type of ['focusin', 'focusout']) document.addEventListener(type, listener, until)
  return () => stop.abort()
}
