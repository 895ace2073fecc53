import { useSyncExternalStore } from 'react'

/** The visible share of a phone's screen above which no keyboard is open. The browser's toolbars alone cover less. */
const SHARE_WITHOUT_KEYBOARD = 0.7

/** Returns whether an on-screen keyboard takes up part of a touch screen. */
export function useIsKeyboardOpen(): boolean {
  return useSyncExternalStore(subscribe, isKeyboardOpen)
}

/** Phone browsers don't report their keyboard, so this checks for a focused text field and a small visible area. */
function isKeyboardOpen(): boolean {
  const height = window.visualViewport?.height ?? window.innerHeight
  return (
    height < window.screen.height * SHARE_WITHOUT_KEYBOARD &&
    matchMedia('(pointer: coarse)').matches &&
    document.activeElement?.matches('input, textarea, [contenteditable]') === true
  )
}

function subscribe(listener: () => void): () => void {
  const { visualViewport } = window
  visualViewport?.addEventListener('resize', listener)
  document.addEventListener('focusin', listener)
  document.addEventListener('focusout', listener)
  return () => {
    visualViewport?.removeEventListener('resize', listener)
    document.removeEventListener('focusin', listener)
    document.removeEventListener('focusout', listener)
  }
}
