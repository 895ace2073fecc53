import { Check, CircleAlert, X } from 'lucide-react'
import {
  type FocusEvent,
  type KeyboardEvent,
  type RefObject,
  useEffect,
  useLayoutEffect,
  useRef,
  useState,
} from 'react'

import { Button } from './button.tsx'
import { useToastPlace } from './toast-place.ts'
import { useCountdown } from './use-countdown.ts'
import { useEvent } from './use-event.ts'
import { useSwipe } from './use-swipe.ts'
import * as words from './words.ts'

export type ToastContent = {
  title: string
  text: string
  variant?: 'default' | 'destructive'
  action?: { label: string; run: () => void }
}

/** A visible toast. `id` identifies it; `open` becomes false when it starts to close. */
export type ShownToast = ToastContent & { id: number; open: boolean }

/**
 * Shows the toast where it covers no action: above a dialog, beside the board, above a phone's bottom bar, or in the
 * footer of its full-screen dialog. F8 moves the focus to it and back; hover, focus and an inactive window pause its
 * timer. Radix's own toast would intercept Escape from a dialog opened earlier, and F8 wouldn't reach it over a dialog.
 */
export function Toaster({ toast, onClose }: { toast: ShownToast | null; onClose: (id: number) => void }) {
  const region = useRef<HTMLElement>(null)
  const list = useRef<HTMLOListElement>(null)
  useOwnLayer(region)
  const isOverDialog = useToastPlace(list, toast, toast?.open ?? false)
  return (
    <section ref={region} aria-label={words.notifications}>
      <ol
        ref={list}
        // A dialog hides everything except live regions from screen readers. The toast is announced below.
        aria-live="off"
        className={`fixed z-60 list-none rounded-xl max-sm:inset-x-2 print:hidden ${isOverDialog ? OVER_DIALOG : OVER_PAGE}`}
      >
        {toast && (
          <OneToast key={toast.id} toast={toast} isOneLine={isOverDialog} onClose={() => onClose(toast.id)} />
        )}
      </ol>
      <div aria-live="assertive" className="sr-only">
        {toast && <Announcement key={toast.id} toast={toast} />}
      </div>
    </section>
  )
}

/** Placed in the free strip above a dialog; on a phone `useToastPlace` sets its distance from the bottom. */
const OVER_DIALOG = 'sm:inset-x-2 sm:top-2 sm:mx-auto sm:w-130'
/** Placed at the left edge of a wide page, over the rail and gutter; else bottom right, or above a phone's bar. */
const OVER_PAGE =
  'max-sm:bottom-[calc(64px+env(safe-area-inset-bottom))] sm:right-6 sm:bottom-6 sm:w-97 lg:right-auto lg:left-[max(32px,calc((100%-1296px)/2))] lg:w-82'

/**
 * Hides the toast's events from dialogs and menus, which would take focus back or close. Dialogs and menus also listen
 * on the document, but later, because they open later.
 */
function useOwnLayer(region: RefObject<HTMLElement | null>): void {
  useEvent(document, ['focusin', 'focusout', 'pointerdown'], (event) => {
    const place = event.type === 'focusout' ? event.relatedTarget : event.target
    if (place instanceof Node && region.current?.contains(place)) event.stopImmediatePropagation()
  })
}

type OneToastProps = { toast: ShownToast; isOneLine: boolean; onClose: () => void }

function OneToast({ toast, isOneLine, onClose }: OneToastProps) {
  const item = useRef<HTMLLIElement>(null)
  const [isGone, setIsGone] = useState(false)
  const { isVisited, visit, leave, noteFocus, noteBlur } = useVisit(item)
  const close = () => {
    leave()
    onClose()
  }
  const countdown = useCountdown(DURATION_MS, close)
  const swipe = useSwipe(SWIPE_PX, close)
  useKeys(item, toast.open, { visit, leave, close })

  const onFocus = (event: FocusEvent) => {
    if (event.currentTarget.contains(event.relatedTarget)) return
    noteFocus(event.relatedTarget)
    countdown.hold('focus')
  }
  const onBlur = (event: FocusEvent) => {
    if (event.currentTarget.contains(event.relatedTarget)) return
    noteBlur()
    countdown.release('focus')
  }
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== 'Tab' || !isVisited() || !isAtEdge(item.current, event.shiftKey)) return
    event.preventDefault()
    leave()
  }
  useLayoutEffect(() => {
    // There is no end event if there is no animation.
    if (!toast.open && item.current?.getAnimations().length === 0) setIsGone(true)
  }, [toast.open])
  if (isGone) return null

  const destructive = toast.variant === 'destructive'
  const Icon = destructive ? CircleAlert : Check
  const tone = destructive
    ? 'border-danger bg-danger text-danger-fg'
    : 'border-line-2 bg-raised text-fg dark:border-transparent'
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- The toast has focus while it is read.
    <li
      ref={item}
      // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- F8 moves the focus to it, so that a screen reader reads it.
      tabIndex={0}
      data-state={toast.open ? 'open' : 'closed'}
      onFocus={onFocus}
      onBlur={onBlur}
      onKeyDown={onKeyDown}
      onPointerEnter={() => countdown.hold('pointer')}
      onAnimationEnd={() => setIsGone(!toast.open)}
      onPointerLeave={() => countdown.release('pointer')}
      {...swipe}
      style={{ touchAction: 'none' }}
      className={`pointer-events-auto flex items-center gap-3 rounded-xl border px-3.75 text-note shadow-sh-4 select-none data-[state=closed]:animate-toast-out data-[state=open]:animate-toast-in data-[swipe=cancel]:translate-x-0 data-[swipe=cancel]:transition-transform data-[swipe=end]:animate-swipe-out data-[swipe=move]:translate-x-(--swipe-x) ${tone} ${isOneLine ? 'min-h-12 py-1.5' : 'py-3.75'}`}
    >
      <Icon size={16} strokeWidth={1.75} aria-hidden="true" className="shrink-0" />
      <div className={`min-w-0 flex-1 break-words ${isOneLine ? 'sm:flex' : 'flex flex-col'}`}>
        <span className={`font-semibold ${isOneLine ? 'mr-2 shrink-0' : 'line-clamp-6'}`}>{toast.title}</span>
        {/* Keeps the two texts apart for screen readers. */}
        <span className={`${destructive ? '' : 'text-fg-2'} ${isOneLine ? 'sm:truncate' : 'line-clamp-6'}`}>
          {toast.text}
        </span>
      </div>
      {toast.action && (
        <Button
          size="sm"
          onClick={() => {
            toast.action?.run()
            close()
          }}
        >
          {toast.action.label}
        </Button>
      )}
      <button
        type="button"
        aria-label={words.close}
        onClick={close}
        className={`-m-0.75 flex size-6 shrink-0 items-center justify-center rounded-sm touch:-m-2.5 touch:size-10 ${destructive ? 'outline-offset-0 outline-danger-fg' : 'text-fg-3 hover:bg-hover hover:text-fg'}`}
      >
        <X size={14} strokeWidth={1.75} />
      </button>
    </li>
  )
}

/** Tracks whether F8 moved the focus here, and returns focus to its origin. */
function useVisit(item: RefObject<HTMLElement | null>) {
  const isVisited = useRef(false)
  const origin = useRef<EventTarget | null>(null)
  return {
    isVisited: () => isVisited.current,
    visit: () => {
      isVisited.current = true
      item.current?.focus()
    },
    leave: () => {
      const hasFocus = item.current?.contains(document.activeElement)
      if (hasFocus && origin.current instanceof HTMLElement) origin.current.focus()
    },
    noteFocus: (from: EventTarget | null) => {
      // `from` is null when the window regains the focus.
      origin.current = from ?? origin.current
    },
    noteBlur: () => {
      isVisited.current = false
    },
  }
}

type Commands = { visit: () => void; leave: () => void; close: () => void }

/** Listens before dialogs do, because they handle every Escape. */
function useKeys(item: RefObject<HTMLElement | null>, isOpen: boolean, commands: Commands): void {
  const press = (event: globalThis.KeyboardEvent) => {
    const isInside = item.current?.contains(event.target as Node) ?? false
    if (event.code === 'F8') {
      if (isInside) commands.leave()
      else commands.visit()
    } else if (event.key === 'Escape' && isInside) {
      event.preventDefault()
      event.stopPropagation()
      commands.close()
    }
  }
  useEvent(window, ['keydown'], press, { capture: true, isOn: isOpen })
}

/** Announces a toast once and disappears before a screen reader can browse to it. */
function Announcement({ toast }: { toast: ShownToast }) {
  const [isSaid, setIsSaid] = useState(false)
  useEffect(() => {
    const timer = setTimeout(() => setIsSaid(true), ANNOUNCED_MS)
    return () => clearTimeout(timer)
  }, [])
  if (isSaid) return null
  return [words.notification, toast.title, toast.text, toast.action?.label].filter(Boolean).join(' ')
}

/** Returns whether Tab would leave the toast. */
function isAtEdge(item: HTMLElement | null, isBackwards: boolean): boolean {
  const stops = item ? [item, ...item.querySelectorAll('button')] : []
  return document.activeElement === (isBackwards ? stops[0] : stops.at(-1))
}

const DURATION_MS = 5000
const SWIPE_PX = 50
const ANNOUNCED_MS = 1000
