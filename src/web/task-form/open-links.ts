import { createStore } from '../state/store.ts'

type Opened = { isOpen: boolean; taskId: number; onOpenerGone?: (() => void) | undefined }

/** The task whose dependencies are shown. The value stays after closing, because the focus returns to this task. */
export const linksStore = createStore<Opened>({ isOpen: false, taskId: 0 })

/** Opens the dialog for a task's dependencies. `onOpenerGone` moves the focus if the opener has disappeared. */
export function openLinks(taskId: number, onOpenerGone?: () => void): void {
  linksStore.set({ isOpen: true, taskId, onOpenerGone })
}
