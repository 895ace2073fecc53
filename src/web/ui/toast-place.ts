import { type RefObject, useLayoutEffect, useRef } from 'react'

import { createStore, useStore } from '../state/store.ts'
import { useKeyboardHeight } from './use-keyboard-open.ts'
import { useEvent } from './use-event.ts'
import { useLatest } from './use-latest.ts'
import { NARROW } from './use-media-query.ts'

/** The space between a toast and the elements that it must not cover, in px. */
const GAP_PX = 8

/** Marks an element fixed at the bottom of the window. Toasts show above it, and above menus and popovers. */
export const CLEAR_OF_TOASTS = { 'data-clear-of-toasts': '' }
const FIXED = '[data-clear-of-toasts], [role=menu], [data-radix-popper-content-wrapper] > [role=dialog]'

/** The row that each open dialog has for toasts. The topmost dialog's row is last. */
const rows = createStore<readonly HTMLElement[]>([])
const isToastShown = createStore(false)

/** Returns a dialog's row for a toast, above its footer, and whether it is needed. */
export function useToastRow(isOpen: boolean): { row: RefObject<HTMLDivElement | null>; isNeeded: boolean } {
  const row = useRef<HTMLDivElement>(null)
  useLayoutEffect(() => {
    const element = row.current
    if (!isOpen || !element) return
    rows.set([...rows.get(), element])
    return () => rows.set(rows.get().filter((other) => other !== element))
  }, [isOpen])
  return { row, isNeeded: useStore(isToastShown) }
}

/**
 * Places the list of toasts. The style sheet defines the usual places. This effect places the list above the footer of
 * an open dialog, and moves the list up until it is above the keyboard and covers no focused control or fixed element.
 * @returns whether a dialog is open
 */
export function useToastPlace(
  list: RefObject<HTMLElement | null>,
  shown: object | null,
  isOpen: boolean,
): boolean {
  const row = useStore(rows).at(-1) ?? null
  const keyboard = useKeyboardHeight()
  const observer = useRef<ResizeObserver>(null)
  const place = () => {
    if (!list.current) return
    placeList(list.current, row, keyboard)
    for (const fixed of document.querySelectorAll(FIXED)) observer.current?.observe(fixed)
  }
  const latest = useLatest(place)
  useLayoutEffect(() => isToastShown.set(isOpen), [isOpen])
  useLayoutEffect(() => {
    if (!shown || !list.current) return
    observer.current = new ResizeObserver(() => latest.current())
    observer.current.observe(list.current)
    if (row?.nextElementSibling) observer.current.observe(row.nextElementSibling)
    return () => observer.current?.disconnect()
  }, [list, shown, row, latest])
  useLayoutEffect(place)
  useEvent(window, ['focusin', 'resize'], place, { isOn: isOpen })
  return row !== null
}

function placeList(list: HTMLElement, row: HTMLElement | null, keyboardHeight: number): void {
  const isNarrow = matchMedia(NARROW).matches
  list.style.bottom = row && isNarrow ? `${heightBelow(row)}px` : ''
  if (row) row.style.height = isNarrow && list.offsetHeight > 0 ? `${list.offsetHeight + GAP_PX + 1}px` : ''
  list.style.translate = ''
  // On wide screens, a toast above a dialog covers only the scrim.
  if (row && !isNarrow) return
  const box = list.getBoundingClientRect()
  let lift = keyboardHeight
  const inTheWay = obstacles(list, row !== null)
  for (;;) {
    const hit = inTheWay.find((other) => overlaps(other, box, lift))
    const next = hit ? box.bottom - hit.top + GAP_PX : lift
    if (next <= lift || box.top - next < 0) break
    lift = next
  }
  if (lift > 0) list.style.translate = `0 ${-lift}px`
}

function heightBelow(row: HTMLElement): number {
  let height = 0
  for (let next = row.nextElementSibling; next instanceof HTMLElement; next = next.nextElementSibling)
    height += next.offsetHeight
  return height
}

function obstacles(list: HTMLElement, isInDialog: boolean): DOMRect[] {
  const { activeElement: focused } = document
  const isInTheWay = focused && !focused.matches('body, main, [role=tabpanel]') && !list.contains(focused)
  const fixed = isInDialog ? [] : document.querySelectorAll(FIXED)
  return [...fixed, ...(isInTheWay ? [focused] : [])].map((other) => other.getBoundingClientRect())
}

function overlaps(other: DOMRect, box: DOMRect, lift: number): boolean {
  return (
    other.height > 0 &&
    other.left < box.right &&
    other.right > box.left &&
    other.top < box.bottom - lift &&
    other.bottom > box.top - lift
  )
}
