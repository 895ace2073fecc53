import type { TaskCommandId } from '../keys/task-commands.ts'
import { createStore } from '../state/store.ts'

/** Whether the palette is open, or the command that it opens with. */
export const paletteStore = createStore<boolean | TaskCommandId>(false)

export function openPalette(): void {
  paletteStore.set(true)
}

export function closePalette(): void {
  paletteStore.set(false)
}
