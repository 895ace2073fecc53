import { useSyncExternalStore } from 'react'

/** Which bar the tooltip stands at, and whether a drag holds it there. */
export type Tip = { taskId: number; isHeld: boolean }

let tip: Tip | null = null
const listeners = new Set<() => void>()

function set(next: Tip | null): void {
  if (tip?.taskId === next?.taskId && tip?.isHeld === next?.isHeld) return
  tip = next
  for (const listener of listeners) listener()
}

export const tipStore = {
  get: () => tip,
  open: (taskId: number) => {
    if (!tip?.isHeld) set({ taskId, isHeld: false })
  },
  close: () => {
    if (!tip?.isHeld) set(null)
  },
  /** The tooltip goes with a bar that is dragged; null lets it go. */
  follow: (taskId: number | null) => set(taskId === null ? null : { taskId, isHeld: true }),
}

export function useTip(): Tip | null {
  return useSyncExternalStore(subscribe, tipStore.get)
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}
