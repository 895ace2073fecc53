let number: number | null = null
const listeners = new Set<() => void>()

/** The number of the last change that the tasks on this page have; null before any were read. */
export const listChange = {
  get: () => number,
  set: (change: number): void => {
    number = change
    for (const listener of listeners) listener()
  },
  /** Calls the listener whenever it was set. Answers what ends that. */
  subscribe: (listener: () => void): (() => void) => {
    listeners.add(listener)
    return () => listeners.delete(listener)
  },
}
