import { X } from 'lucide-react'
import { Dialog as Radix } from 'radix-ui'
import { useLayoutEffect, useRef, useState, type ReactNode, type Ref } from 'react'

import { IconButton } from './button.tsx'
import { useHistoryEntry } from './dialog-history.ts'
import { DiscardQuestion } from './discard-question.tsx'
import { EscapeLayer, closeTopLayer } from './escape-layer.tsx'
import { useReturnFocus } from './return-focus.ts'
import { Scrim } from './scrim.tsx'
import { useToastRow } from './toast-place.ts'
import * as words from './words.ts'

type DialogProps = {
  open: boolean
  /** Called when the dialog should close; the owner then passes `open={false}`. */
  onClose: () => void
  title: string
  /** Shown below the title; doesn't scroll. */
  subtitle?: ReactNode
  /** Replaces the header. Either this header or the children must contain Radix's `Title` and `Close`. */
  header?: ReactNode
  /** 720, 1040, 920, 920, 700, 640 or 480 px; full screen on a phone. The canvas and details bodies have no padding. */
  width: 'form' | 'canvas' | 'details' | 'templates' | 'conflict' | 'preview' | 'categories'
  /** Whether this dialog is hidden while a dialog opened from it is shown in its place. */
  covered?: boolean
  footer?: ReactNode
  children: ReactNode
  /** Whether closing first asks for confirmation to discard changes. */
  confirmDiscard?: boolean
  /** Called on Escape. Returns whether it handled the key, so that the dialog stays open. */
  onEscape?: (event: KeyboardEvent) => boolean
  /** A search parameter such as 'task=7' that opens the dialog and is in the URL while it is open. */
  address?: string
  /** Moves the focus when the dialog closes and its opener is gone. */
  onOpenerGone?: () => void
  ref?: Ref<HTMLDivElement>
}

/**
 * A modal dialog that closes on Back. Focuses `[data-autofocus]` or the first field, and returns focus when it
 * closes. Only the body scrolls.
 */
export function Dialog(props: DialogProps) {
  const { open, onClose, title, subtitle, width, footer, children, confirmDiscard = false, ref } = props
  const isCanvas = width === 'canvas'
  const isFlush = isCanvas || width === 'details'
  const hidden = props.covered ? 'invisible' : ''
  const [asking, setAsking] = useState(false)
  // The owner can close the dialog while the question is open.
  if (!open && asking) setAsking(false)
  const focus = useReturnFocus(firstField, props.onOpenerGone)
  const close = () => (confirmDiscard ? setAsking(true) : onClose())
  useHistoryEntry(open, close, props.address)
  const onPressOutside = useDoubleClick(open)
  const discard = () => {
    setAsking(false)
    onClose()
  }
  return (
    <Radix.Root open={open} onOpenChange={(next) => !next && close()}>
      <Radix.Portal>
        <Scrim open={open} className={hidden} />
        <Radix.Content
          {...focus}
          onEscapeKeyDown={closeTopLayer}
          onPointerDownOutside={onPressOutside}
          aria-describedby={undefined}
          className={`fixed inset-0 z-40 m-auto flex h-fit max-h-[calc(100dvh-128px)] w-[calc(100%-48px)] flex-col overflow-clip short:overflow-y-auto rounded-2xl bg-raised shadow-sh-4 outline-hidden data-[state=closed]:animate-dialog-out data-[state=open]:animate-dialog-in sm:[@media(height<540px)]:mt-16 sm:[@media(height<540px)]:mb-2 sm:[@media(height<540px)]:max-h-[calc(100dvh-72px)] max-sm:h-dvh max-sm:max-h-none max-sm:w-full max-sm:max-w-none max-sm:rounded-none max-sm:shadow-none ${WIDTH[width]} ${width === 'details' ? 'sm:mt-16' : ''} ${hidden}`}
        >
          <EscapeLayer onEscape={(event) => open && !props.onEscape?.(event) && close()} />
          {props.header ?? (
            <header
              className={`flex shrink-0 justify-between gap-4 px-6 pt-4 max-sm:px-4 max-sm:pt-2 ${subtitle ? 'items-start' : 'items-center'} ${isCanvas ? 'border-b border-line pb-3' : 'pb-2'}`}
            >
              <div className="min-w-0">
                <Radix.Title
                  dir="auto"
                  // Titles can overflow; the tooltip shows them in full.
                  title={isCanvas || width === 'preview' ? title : undefined}
                  className={`line-clamp-3 break-words ${isCanvas ? CANVAS_TITLE : 'text-dialog'}`}
                >
                  {title}
                </Radix.Title>
                {subtitle}
              </div>
              <IconButton label={words.close} icon={<X size={16} />} onClick={close} className="-mr-2" />
            </header>
          )}
          <div
            ref={ref}
            {...(width === 'preview' && SCROLLED_BY_KEYS)}
            className={`relative min-h-0 flex-auto overflow-y-auto short:flex-none short:overflow-visible -outline-offset-2 ${isFlush ? '' : 'px-6 pt-2 pb-6 max-sm:px-4 max-sm:pb-4'}`}
          >
            {children}
          </div>
          <ToastRow isOpen={open} />
          {footer}
          <DiscardQuestion open={asking} onKeep={() => setAsking(false)} onDiscard={discard} />
        </Radix.Content>
      </Radix.Portal>
    </Radix.Root>
  )
}

/** Returns a handler that ignores the second click of a double click, whose first click opened the dialog. */
export function useDoubleClick(open: boolean): (event: Event) => void {
  const openedAt = useRef(0)
  useLayoutEffect(() => {
    if (open) openedAt.current = performance.now()
  }, [open])
  return (event) => performance.now() - openedAt.current < DOUBLE_MS && event.preventDefault()
}

const DOUBLE_MS = 500

/** Makes room for a toast above the footer on a phone. Mounts with the content, which Radix mounts after the dialog. */
export function ToastRow({ isOpen }: { isOpen: boolean }) {
  const { row, isNeeded } = useToastRow(isOpen)
  return <div ref={row} className={isNeeded ? TOAST_ROW : ''} />
}

type DialogFooterProps = {
  /** Shown on the left: a keyboard hint, a Delete button, or a sentence, which is above the buttons on a phone. */
  start?: ReactNode
  /** Shown on the left: a sentence that is beside the buttons on a phone too. */
  note?: ReactNode
  /** Shown on the right: Cancel, then the primary button. */
  children: ReactNode
}

/** The dialog's buttons. On a phone the buttons share the width, are 44 px high and wrap; keyboard hints are hidden. */
export function DialogFooter({ start, note, children }: DialogFooterProps) {
  const width = note ? '' : 'max-sm:flex-1 max-sm:[&>a]:flex-1 max-sm:[&>button]:flex-1'
  return (
    <footer className="flex shrink-0 items-center gap-2 border-t border-line px-6 py-3 max-sm:flex-wrap max-sm:px-4 max-sm:pt-2 max-sm:pb-[max(8px,env(safe-area-inset-bottom))] max-sm:[&_button]:min-h-11 max-xs:[&_button]:px-2">
      {start && (
        <div className="mr-auto flex items-center gap-2 max-sm:has-[>p]:w-full max-sm:has-[kbd]:hidden max-xs:[&_svg]:hidden">
          {start}
        </div>
      )}
      {note && <div className="min-w-0 flex-1">{note}</div>}
      <div className={`ml-auto flex items-center gap-2 ${width}`}>{children}</div>
    </footer>
  )
}

/** Prefers a text field to a checkbox or a button, because users open dialogs to type. */
function firstField(content: HTMLElement): HTMLElement | null {
  return (
    content.querySelector<HTMLElement>('[data-autofocus]:not(:disabled)') ??
    content.querySelector<HTMLElement>('input:enabled:not([hidden], [aria-hidden]), textarea:enabled') ??
    null
  )
}

/** A preview has only text, so its body needs its own tab stop. */
const SCROLLED_BY_KEYS = { tabIndex: 0 }

/** The row looks like part of the footer, whose buttons stay below it. */
const TOAST_ROW = 'max-sm:shrink-0 max-sm:border-t max-sm:border-line max-sm:[&+footer]:border-t-0'

const CANVAS_TITLE = 'text-[20px] leading-7 font-semibold tracking-[-0.015em]'

const WIDTH: Record<DialogProps['width'], string> = {
  form: 'max-w-180',
  canvas: 'max-w-260',
  details: 'max-w-230',
  templates: 'max-w-230',
  conflict: 'max-w-175',
  preview: 'max-w-160',
  categories: 'max-w-120',
}
