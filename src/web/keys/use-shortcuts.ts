import { useEffect } from 'react'

import { useLatest } from '../use-latest.ts'
import { areSingleKeysOn } from './single-keys.ts'

/** What a key does, by its name: one character, or 'Mod+z' with Ctrl or Command. Undefined does nothing. */
export type Shortcuts = Record<string, (() => void) | undefined>

/**
 * Keys that work wherever the focus is, but not while somebody types, chooses from a list or is in a dialog. Those of
 * one character can be turned off, as speech input may press them by chance. Source: WCAG 2.1.4.
 */
export function useShortcuts(shortcuts: Shortcuts): void {
  const latest = useLatest(shortcuts)
  useEffect(() => {
    const press = (event: KeyboardEvent) => {
      if (event.defaultPrevented || event.repeat || keepsItsKeys(event.target)) return
      const name = nameOf(event)
      const run = name && latest.current[name]
      if (!run) return
      event.preventDefault()
      run()
    }
    document.addEventListener('keydown', press)
    return () => document.removeEventListener('keydown', press)
  }, [latest])
}

function nameOf({ key, altKey, ctrlKey, metaKey, shiftKey }: KeyboardEvent): string | null {
  if (altKey) return null
  if (ctrlKey || metaKey) return shiftKey ? null : `Mod+${key.toLowerCase()}`
  return areSingleKeysOn() ? key.toLowerCase() : null
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
