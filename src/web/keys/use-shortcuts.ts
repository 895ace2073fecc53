import { useRef } from 'react'

import { useEvent } from '../ui/use-event.ts'
import { pressedKey } from './pressed-key.ts'
import { areSingleKeysOn } from './single-keys.ts'

/**
 * Handlers by key: one character, 'Shift+n', 'Mod+z' or 'Mod+Shift+z' for Ctrl or ⌘, or 'g p' for keys pressed in
 * sequence. An undefined handler does nothing.
 */
export type Shortcuts = Record<string, (() => void) | undefined>

/**
 * Registers shortcuts that work wherever the focus is, except in fields, lists, menus and dialogs. People can turn
 * off single-key shortcuts, because speech input can trigger them by accident. Source: WCAG 2.1.4.
 */
export function useShortcuts(shortcuts: Shortcuts): void {
  useSecondKeys(shortcuts)
  useEvent(document, ['keydown'], (event) => {
    if (event.defaultPrevented || event.repeat || keepsItsKeys(event.target)) return
    const name = nameOf(event)
    const run = name && shortcuts[name]
    if (!run) return
    event.preventDefault()
    run()
  })
}

/** How long G waits for the letter, in ms. */
const SECOND_KEY_MS = 1000

/** Runs the shortcuts that begin with G. Listens first, because the second letter can mean something else on a card. */
function useSecondKeys(shortcuts: Shortcuts): void {
  const begun = useRef(-Infinity)
  useEvent(
    window,
    ['keydown'],
    (event) => {
      const isLate = event.timeStamp - begun.current > SECOND_KEY_MS
      begun.current = -Infinity
      const { altKey, ctrlKey, metaKey, repeat } = event
      const key = pressedKey(event)
      if (altKey || ctrlKey || metaKey || repeat || keepsItsKeys(event.target) || !areSingleKeysOn()) return
      const run = isLate ? undefined : shortcuts[`g ${key}`]
      if (run) {
        event.preventDefault()
        event.stopPropagation()
        run()
      } else if (key === 'g') begun.current = event.timeStamp
    },
    { capture: true },
  )
}

function nameOf(event: KeyboardEvent): string | null {
  const { altKey, ctrlKey, metaKey, shiftKey } = event
  const key = pressedKey(event)
  if (altKey) return null
  if (ctrlKey || metaKey) return `Mod+${shiftKey ? 'Shift+' : ''}${key}`
  if (!areSingleKeysOn()) return null
  // Shift is part of how other characters are typed.
  return shiftKey && /^[a-z]$/.test(key) ? `Shift+${key}` : key
}

const KEEPS_ITS_KEYS = [
  'input',
  'textarea',
  'select',
  '[contenteditable]',
  ...['dialog', 'alertdialog', 'menu', 'listbox', 'combobox'].map((role) => `[role="${role}"]`),
].join(', ')

function keepsItsKeys(target: EventTarget | null): boolean {
  return target instanceof Element && target.closest(KEEPS_ITS_KEYS) !== null
}
