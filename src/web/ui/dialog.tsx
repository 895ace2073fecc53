import { X } from 'lucide-react'
import { Dialog as Radix } from 'radix-ui'
import { useState, type ReactNode, type Ref } from 'react'

import { IconButton } from './button.tsx'
import { DiscardQuestion } from './discard-question.tsx'
import { EscapeLayer, closeTopLayer } from './escape-layer.tsx'
import { useReturnFocus } from './return-focus.ts'
import { Scrim } from './scrim.tsx'

type DialogProps = {
  open: boolean
  /** Called when it shall close; the owner then passes `open={false}`. */
  onClose: () => void
  title: string
  /** Stands under the title, and stays with it. */
  subtitle?: ReactNode
  /** 720, 1040, 920, 640 or 480 px; a phone's whole screen. A canvas reaches to the edges of its body. */
  width: 'form' | 'canvas' | 'templates' | 'preview' | 'categories'
  /** Out of sight, with all that is in it, while another dialog that was opened from it stands in its place. */
  covered?: boolean
  /** Usually a `DialogFooter`. */
  footer?: ReactNode
  children: ReactNode
  /** While true, every way of closing first asks whether to discard what was typed. */
  confirmDiscard?: boolean
  /** Puts the focus somewhere when the dialog has closed and what had it before is gone. */
  onOpenerGone?: () => void
  /** The part that scrolls. */
  ref?: Ref<HTMLDivElement>
}

/**
 * A modal dialog. The focus goes to `[data-autofocus]`, else to the first field, and returns to what had it.
 * Header and footer stay while the body scrolls.
 */
export function Dialog(props: DialogProps) {
  const { open, onClose, title, subtitle, width, footer, children, confirmDiscard = false, ref } = props
  const isCanvas = width === 'canvas'
  const hidden = props.covered ? 'invisible' : ''
  const [asking, setAsking] = useState(false)
  const focus = useReturnFocus(firstField, props.onOpenerGone)
  const close = () => (confirmDiscard ? setAsking(true) : onClose())
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
          aria-describedby={undefined}
          className={`fixed inset-0 z-40 m-auto flex h-fit max-h-[calc(100dvh-64px)] w-[calc(100%-48px)] flex-col overflow-clip rounded-2xl bg-raised shadow-sh-4 outline-none data-[state=closed]:animate-dialog-out data-[state=open]:animate-dialog-in max-sm:h-dvh max-sm:max-h-none max-sm:w-full max-sm:max-w-none max-sm:rounded-none max-sm:shadow-none ${WIDTH[width]} ${hidden}`}
        >
          <EscapeLayer onEscape={() => open && close()} />
          <header
            className={`flex shrink-0 justify-between gap-4 px-6 pt-4 max-sm:px-4 max-sm:pt-2 ${isCanvas ? 'items-start border-b border-line pb-3' : 'items-center pb-2'}`}
          >
            <div className="min-w-0">
              <Radix.Title
                // The words of a person may be longer than fits, and are then whole under the pointer.
                title={isCanvas || width === 'preview' ? title : undefined}
                className={`line-clamp-3 break-words ${isCanvas ? CANVAS_TITLE : 'text-dialog'}`}
              >
                {title}
              </Radix.Title>
              {subtitle}
            </div>
            <IconButton label="Close" icon={<X size={16} />} onClick={close} className="-mr-2" />
          </header>
          <div
            ref={ref}
            className={`relative min-h-0 flex-1 overflow-y-auto ${isCanvas ? '' : 'px-6 pt-2 pb-6 max-sm:px-4 max-sm:pb-4'}`}
          >
            {children}
          </div>
          {footer}
          <DiscardQuestion open={asking} onKeep={() => setAsking(false)} onDiscard={discard} />
        </Radix.Content>
      </Radix.Portal>
    </Radix.Root>
  )
}

type DialogFooterProps = {
  /** At the left: a key's hint, a Delete button. */
  start?: ReactNode
  /** At the left too: a sentence that a phone shows as well, beside the buttons. */
  note?: ReactNode
  /** At the right: the way back first, then the one primary button. */
  children: ReactNode
}

/** The buttons under a dialog's body. On a phone they share the width and are 44 px high, and hints of keys go. */
export function DialogFooter({ start, note, children }: DialogFooterProps) {
  const width = note ? '' : 'max-sm:flex-1 max-sm:[&>a]:flex-1 max-sm:[&>button]:flex-1'
  return (
    <footer className="flex shrink-0 items-center gap-2 border-t border-line px-6 py-3 max-sm:px-4 max-sm:pt-2 max-sm:pb-[max(8px,env(safe-area-inset-bottom))] max-sm:[&_button]:min-h-11">
      {start && <div className="mr-auto flex items-center gap-2 max-sm:has-[kbd]:hidden">{start}</div>}
      {note && <div className="min-w-0 flex-1">{note}</div>}
      <div className={`ml-auto flex items-center gap-2 ${width}`}>{children}</div>
    </footer>
  )
}

/** A text field before a tick or a button: a dialog is opened to write. */
function firstField(content: HTMLElement): HTMLElement | null {
  return (
    content.querySelector<HTMLElement>('[data-autofocus]:not(:disabled)') ??
    content.querySelector<HTMLElement>('input:not(:disabled, [type="hidden"]), textarea:not(:disabled)') ??
    null
  )
}

const CANVAS_TITLE = 'text-[20px] leading-7 font-semibold tracking-[-0.015em]'

const WIDTH: Record<DialogProps['width'], string> = {
  form: 'max-w-180',
  canvas: 'max-w-260',
  templates: 'max-w-230',
  preview: 'max-w-160',
  categories: 'max-w-120',
}
