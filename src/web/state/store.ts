import { useSyncExternalStore } from 'react'

export type ReadableStore<T> = {
  get: () => T
  subscribe: (listener: () => void) => () => void
}

export type Store<T> = ReadableStore<T> & {
  /** Replaces the value and calls the listeners. Setting the same value again does nothing. */
  set: (next: T) => void
}

export function createStore<T>(value: T): Store<T> {
  const listeners = new Set<() => void>()
  return {
    get: () => value,
    set: (next) => {
      if (Object.is(next, value)) return
      value = next
      for (const listener of listeners) listener()
    },
    subscribe: (listener) => {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
  }
}

export function useStore<T>(store: ReadableStore<T>): T
/** Returns a part of a store's value. `select` must return the same object while nothing has changed. */
export function useStore<T, S>(store: ReadableStore<T>, select: (value: T) => S): S
export function useStore<T>(store: ReadableStore<T>, select = (value: T): unknown => value): unknown {
  return useSyncExternalStore(store.subscribe, () => select(store.get()))
}
