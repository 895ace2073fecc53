import { createStore, useStore } from '../../state/store.ts'

/** How a card's summary was opened. Opening the summary with a key also focuses it. */
export type CardInfo = 'hover' | 'key'

export const HOVER_MS = 300
/** The delay before the summary closes when the pointer leaves. */
export const LEAVE_MS = 120

const info = createStore<{ taskId: number; by: CardInfo } | null>(null)
/** The card under the pointer. The summary opens once per hover, so that it stays closed after Escape. */
let visited: number | null = null
let timer: ReturnType<typeof setTimeout> | undefined

export function useCardInfo(taskId: number): CardInfo | null {
  return useStore(info, (open) => (open?.taskId === taskId ? open.by : null))
}

/** Handles a pointer that moves over a card. Opens nothing if the pointer rests while a dialog above it closes. */
export function hoverCard(taskId: number): void {
  if (visited === taskId) return
  visited = taskId
  clearTimeout(timer)
  if (info.get()?.taskId !== taskId) timer = setTimeout(() => info.set({ taskId, by: 'hover' }), HOVER_MS)
}

/** Handles a pointer that left a card and its summary. */
export function leaveCard(): void {
  visited = null
  clearTimeout(timer)
  if (info.get()?.by === 'hover') timer = setTimeout(hideCardInfo, LEAVE_MS)
}

export function showCardInfo(taskId: number): void {
  clearTimeout(timer)
  info.set({ taskId, by: 'key' })
}

export function hideCardInfo(): void {
  clearTimeout(timer)
  info.set(null)
}
