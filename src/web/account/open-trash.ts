import { createStore } from '../state/store.ts'

/** 0 while the trash is closed, otherwise how many times it has been opened. */
export const trashStore = createStore(0)

let times = 0

export function openTrash(): void {
  trashStore.set(++times)
}

export function closeTrash(): void {
  trashStore.set(0)
}
