import { createStore, useStore } from '../state/store.ts'
import { createStoredValue } from '../state/stored-value.ts'
import { pressedDigit, pressedKey } from './pressed-key.ts'

const stored = createStoredValue('tenfold:single-keys', {
  parse: (text) => text !== 'off',
  format: (isOn) => (isOn ? null : 'off'),
  fallback: true,
})

/** Returns whether single-key shortcuts are on. The user can turn them off in this browser. */
export function areSingleKeysOn(): boolean {
  return stored.read()
}

/** The setting, stored in memory so that each card doesn't read the browser's storage. Another tab can change it. */
const shown = createStore(stored.read())
globalThis.addEventListener?.('storage', () => shown.set(stored.read()))

export function useSingleKeys(): [boolean, (isOn: boolean) => void] {
  return [useStore(shown), (isOn) => void (stored.write(isOn) && shown.set(isOn))]
}

/** Returns a value of `aria-keyshortcuts`, without single-key shortcuts while they are off. */
export function useAnnouncedKeys(keys: string): string | undefined {
  return announcedKeys(keys, useSingleKeys()[0])
}

export function announcedKeys(keys: string, hasSingleKeys: boolean): string | undefined {
  return hasSingleKeys ? keys : keys.match(/\S+\+\S+/g)?.join(' ')
}

/** Returns whether single-key shortcuts are on and a key was pressed alone, without being held down. */
export function isPlainKey(event: KeyPress, key: string): boolean {
  const { altKey, ctrlKey, metaKey, repeat } = event
  const isKey = pressedKey(event) === key || pressedDigit(event) === key
  return isKey && !altKey && !ctrlKey && !metaKey && !repeat && areSingleKeysOn()
}

/** Returns the keys of a shortcut to show as a hint: none for a single-key shortcut while such shortcuts are off. */
export function hintedKeys(keys: readonly string[]): readonly string[] {
  return areSingleKeysOn() || keys.includes('Mod') || keys.includes('Alt') ? keys : []
}

type KeyPress = Pick<KeyboardEvent, 'key' | 'code' | 'altKey' | 'ctrlKey' | 'metaKey'> & { repeat: boolean }
