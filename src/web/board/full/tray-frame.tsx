import { Dialog as Radix } from 'radix-ui'
import { type ReactNode, type RefObject, useLayoutEffect, useRef } from 'react'

import { Scrim } from '../../ui/scrim.tsx'
import { CLEAR_OF_TOASTS } from '../../ui/toast-place.ts'
import { useEvent } from '../../ui/use-event.ts'
import { rejectedMove } from '../../slots/rejected-move.ts'

type FrameProps = {
  name: string
  step: string
  onEscape: () => void
  onCancel: () => void
  children: ReactNode
}

/** A step of the tray, between the cards of the lane and its waiting line. */
export function InLane({ name, step, onEscape, children }: FrameProps) {
  const frame = useRef<HTMLDivElement>(null)
  useFirstFocus(frame, step)
  useEvent(window, ['pointerdown'], ({ target }) => {
    if (!(target instanceof Element) || frame.current?.contains(target)) return
    if (!target.closest(ON_CARDS)) rejectedMove.set(null)
  })
  useEvent(window, ['keydown'], (event) => {
    if (event.key !== 'Escape' || event.defaultPrevented) return
    event.preventDefault()
    onEscape()
  })
  return (
    <div
      ref={frame}
      // A native dialog is hidden unless its methods open it.
      // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role
      role="dialog"
      aria-label={name}
      className="slot-tray scroll-my-30 animate-rise-in rounded-xl border border-line-2 bg-raised shadow-sh-3"
    >
      {children}
    </div>
  )
}

export function Sheet({ name, step, onEscape, onCancel, children }: FrameProps) {
  const frame = useRef<HTMLDivElement>(null)
  useFirstFocus(frame, step)
  return (
    <Radix.Root open onOpenChange={(isOpen) => !isOpen && onCancel()}>
      <Radix.Portal>
        <Scrim open />
        <Radix.Content
          {...CLEAR_OF_TOASTS}
          ref={frame}
          aria-describedby={undefined}
          onOpenAutoFocus={(event) => event.preventDefault()}
          onCloseAutoFocus={(event) => event.preventDefault()}
          onEscapeKeyDown={(event) => {
            event.preventDefault()
            onEscape()
          }}
          className="fixed inset-x-0 bottom-0 z-40 mx-auto max-h-[85dvh] w-full max-w-140 overflow-y-auto rounded-t-2xl bg-raised pb-[env(safe-area-inset-bottom)] shadow-sh-4 outline-hidden data-[state=open]:animate-rise-in"
        >
          <Radix.Title className="sr-only">{name}</Radix.Title>
          <span aria-hidden className="mx-auto mt-2 block h-1 w-9 rounded-full bg-line-2" />
          {children}
        </Radix.Content>
      </Radix.Portal>
    </Radix.Root>
  )
}

const ON_CARDS = '[data-offer]'

/** Returns the buttons of this step that are on cards, in the order of the board. */
export function onCards(): HTMLElement[] {
  return [...document.querySelectorAll<HTMLElement>(ON_CARDS)]
}

/** Focuses the first row or the button of each step, and again if another device removes the focused one. */
function useFirstFocus(frame: RefObject<HTMLElement | null>, step: string): void {
  // Each step has its own first button.
  // oxlint-disable-next-line react/exhaustive-effect-dependencies
  useLayoutEffect(() => focusFirst(frame), [frame, step])
  useLayoutEffect(() => (document.activeElement === document.body ? focusFirst(frame) : undefined))
}

/** Waits until a menu that opened the tray has closed. Returns a function that cancels. */
function focusFirst(frame: RefObject<HTMLElement | null>): () => void {
  const over = new AbortController()
  const focus = () => {
    if (over.signal.aborted) return
    if (document.querySelector('[role=menu]')) return void requestAnimationFrame(focus)
    const first = onCards()[0] ?? frame.current?.querySelector<HTMLElement>('[data-first], [data-row]')
    first?.focus({ preventScroll: true })
    frame.current?.scrollIntoView({ block: 'nearest', behavior: 'instant' })
    first?.scrollIntoView({ block: 'nearest', behavior: 'instant' })
  }
  requestAnimationFrame(focus)
  return () => over.abort()
}
