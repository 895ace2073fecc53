import { useState } from 'react'

import { createStoredValue } from '../state/stored-value.ts'
import { pressedDigit, pressedKey } from './pressed-key.ts'

const stored = createStoredValue('tenfold:single-keys', {
  parse: (text) => text !== 'off',
  format: (isOn) => (isOn ? null : 'off'),
  fallback: true,
})

/** Returns whether single-key shortcuts work, as they do until the user turns them off in this browser. */
export function areSingleKeysOn(): boolean {
  return stored.read()
}

/** Returns the setting and a function that changes it. */
export function useSingleKeys(): [boolean, (isOn: boolean) => void] {
  const [isOn, setIsOn] = useState(stored.read)
  const change = (next: boolean) => {
    if (stored.write(next)) setIsOn(next)
  }
  return [isOn, change]
}

/** Returns whether a key was pressed alone and not held down, while single-key shortcuts work. */
export function isPlainKey(event: KeyPress, key: string): boolean {
  const { altKey, ctrlKey, metaKey, repeat } = event
  const isKey = pressedKey(event) === key || pressedDigit(event) === key
  return isKey && !altKey && !ctrlKey && !metaKey && !repeat && areSingleKeysOn()
}

/** Returns the keys of a shortcut to show as a hint: none for a single-key shortcut while these shortcuts are off. */
export function hintedKeys(keys: readonly string[]): readonly string[] {
  return areSingleKeysOn() || keys.includes('Mod') || keys.includes('Alt') ? keys : []
}

type KeyPress = Pick<KeyboardEvent, 'key' | 'code' | 'altKey' | 'ctrlKey' | 'metaKey'> & { repeat: boolean }
