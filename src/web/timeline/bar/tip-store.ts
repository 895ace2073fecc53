import { createStore } from '../../state/store.ts'

/** The bar with the tooltip. `isHeld` is true during a drag. */
export type Tip = { taskId: number; isHeld: boolean }

const tip = createStore<Tip | null>(null)

export const tipStore = {
  get: tip.get,
  subscribe: tip.subscribe,
  open: (taskId: number) => {
    if (!tip.get()?.isHeld) set({ taskId, isHeld: false })
  },
  close: () => {
    if (!tip.get()?.isHeld) set(null)
  },
  /** Keeps the tooltip next to a dragged bar; null releases the tooltip. */
  follow: (taskId: number | null) => set(taskId === null ? null : { taskId, isHeld: true }),
}

function set(next: Tip | null): void {
  const shown = tip.get()
  if (shown?.taskId !== next?.taskId || shown?.isHeld !== next?.isHeld) tip.set(next)
}
