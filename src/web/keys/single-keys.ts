import { useSyncExternalStore } from 'react'

const STORAGE_KEY = 'tenfold:single-keys'
const OFF = 'off'

const listeners = new Set<() => void>()

/** Whether keys of one character work everywhere: they do until the person turns them off in this browser. */
export function areSingleKeysOn(): boolean {
  try {
    return localStorage.getItem(STORAGE_KEY) !== OFF
  } catch {
    // Where storage is refused there is no way to turn them off, and nobody who had.
    return true
  }
}

export function useSingleKeys(): [boolean, (on: boolean) => void] {
  return [useSyncExternalStore(subscribe, areSingleKeysOn), turn]
}

function turn(on: boolean): void {
  try {
    if (on) localStorage.removeItem(STORAGE_KEY)
    else localStorage.setItem(STORAGE_KEY, OFF)
  } catch {
    return
  }
  for (const listener of listeners) listener()
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}
