import { createStore, useStore } from '../state/store.ts'

/** Source: specification 9. */
export const OPEN_DELAY_MS = 700
/** How long after a tooltip closes the next one opens without delay, in ms. Source: specification 9. */
export const SKIP_DELAY_MS = 300

const shown = createStore<{ id: string; trigger: HTMLElement } | null>(null)
let closedAt = -Infinity
let hovered: string | null = null
let pressed: string | null = null
/** The tooltip whose label the pointer may be moving to. Until the pointer arrives, no other tooltip opens. */
let crossed: string | null = null
let timer: { id: string; handle: ReturnType<typeof setTimeout> } | null = null

/** Returns the element at which the tooltip with this id is open, or null. */
export function useOpenAt(id: string): HTMLElement | null {
  return useStore(shown, (tooltip) => (tooltip?.id === id ? tooltip.trigger : null))
}

/** Returns the open tooltip of a trigger that matches a selector, or null. */
export function useOpenOn(selector: string): { id: string; trigger: HTMLElement } | null {
  return useStore(shown, (tooltip) => (tooltip?.trigger.matches(selector) ? tooltip : null))
}

/** Opens the tooltip after the delay, or immediately if another one is open or just closed. */
export function hoverTrigger(id: string, trigger: HTMLElement): void {
  const isCrossingOther = crossed !== null && crossed !== id && isDrawn(crossed)
  if (hovered === id || isCrossingOther) return
  hovered = id
  crossed = null
  stopTimer()
  const isOneOpen = shown.get()?.trigger.isConnected ?? false
  if (isOneOpen || performance.now() - closedAt < SKIP_DELAY_MS) openTooltip(id, trigger)
  else timer = { id, handle: setTimeout(openTooltip, OPEN_DELAY_MS, id, trigger) }
}

/** Keeps an open label until it closes itself, so that the pointer can move onto it. */
export function leaveTrigger(id: string): void {
  if (hovered === id) hovered = null
  if (isDrawn(id)) crossed = id
  else closeTooltip(id)
  stopTimer(id)
}

/** Closes an open tooltip. The focus from this press doesn't reopen it. */
export function pressTrigger(id: string): void {
  if (shown.get()?.id === id) closeTooltip(id)
  pressed = id
  document.addEventListener('pointerup', () => (pressed = null), { once: true })
}

/** Opens the tooltip immediately, unless the focus moved because of a click, or because a dialog opened or closed. */
export function focusTrigger(id: string, trigger: HTMLElement, from: EventTarget | null): void {
  const dialog = trigger.closest('[role=dialog]')
  const isEntering = dialog !== null && !(from instanceof Node && dialog.contains(from))
  if (pressed !== id && !isEntering) openTooltip(id, trigger)
}

export function enterLabel(id: string): void {
  if (crossed === id) crossed = null
}

export function leaveLabel(id: string): void {
  crossed = id
}

export function closeTooltip(id: string): void {
  stopTimer(id)
  if (crossed === id) crossed = null
  if (shown.get()?.id !== id) return
  closedAt = performance.now()
  shown.set(null)
}

function openTooltip(id: string, trigger: HTMLElement): void {
  stopTimer(id)
  if (trigger.isConnected && shown.get()?.id !== id) shown.set({ id, trigger })
}

function stopTimer(id = timer?.id): void {
  if (timer?.id !== id) return
  clearTimeout(timer?.handle)
  timer = null
}

/** Returns false while the label's code is loading. */
function isDrawn(id: string): boolean {
  return document.getElementById(id) !== null
}
