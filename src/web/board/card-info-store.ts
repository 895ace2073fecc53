import { useSyncExternalStore } from 'react'

/** Why a card's details are open: the pointer rests on it, or a key asked for them and the focus goes with them. */
export type CardInfo = 'hover' | 'key'

const HOVER_MS = 300
/** How long the pointer may be off the card and its details before they close. */
const LEAVE_MS = 120

let open: { taskId: number; by: CardInfo } | null = null
/** The card the pointer has moved on since it came: its details are offered once, so Escape keeps them away. */
let visited: number | null = null
let timer: ReturnType<typeof setTimeout> | undefined
const listeners = new Set<() => void>()

export function useCardInfo(taskId: number): CardInfo | null {
  return useSyncExternalStore(subscribe, () => (open?.taskId === taskId ? open.by : null))
}

/** The pointer moves on a card. One that merely lies where a dialog closed asked for nothing. */
export function hoverCard(taskId: number): void {
  if (visited === taskId) return
  visited = taskId
  clearTimeout(timer)
  if (open?.taskId !== taskId) timer = setTimeout(() => set({ taskId, by: 'hover' }), HOVER_MS)
}

/** The pointer left a card and what is open of it. */
export function leaveCard(): void {
  visited = null
  clearTimeout(timer)
  if (open?.by === 'hover') timer = setTimeout(hideCardInfo, LEAVE_MS)
}

export function showCardInfo(taskId: number): void {
  clearTimeout(timer)
  set({ taskId, by: 'key' })
}

export function hideCardInfo(): void {
  clearTimeout(timer)
  if (open) set(null)
}

function set(next: typeof open): void {
  open = next
  for (const listener of listeners) listener()
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}
