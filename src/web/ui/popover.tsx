import { Popover as Radix } from 'radix-ui'
import type { ReactNode, RefObject } from 'react'

import { focusView } from './focus-view.ts'

type PopoverProps = {
  /** The button that opens the popover, which must accept a ref and handlers. */
  trigger?: ReactNode
  /** The element to position the popover next to, if not the trigger. */
  anchor?: RefObject<HTMLElement | null>
  children: ReactNode
  label: string
  open?: boolean
  onOpenChange?: (open: boolean) => void
  align?: 'start' | 'center' | 'end'
  side?: 'top' | 'right' | 'bottom' | 'left'
  /** Keeps scrolling and focus in the popover; needed inside a dialog. */
  modal?: boolean
  /** Whether the focus stays where it is when the popover opens. */
  keepFocus?: boolean
  /** Selects the element to focus on open, if not the first one. */
  focusFirst?: string
  /** The element to focus on close, if not the trigger. */
  returnTo?: RefObject<HTMLElement | null>
  className?: string
}

export function Popover(props: PopoverProps) {
  const { trigger, anchor, children, label, align = 'start', side = 'bottom', className = '' } = props
  return (
    <Radix.Root open={props.open} onOpenChange={props.onOpenChange} modal={props.modal}>
      {anchor && <Radix.Anchor virtualRef={anchor} />}
      {trigger && <Radix.Trigger asChild>{trigger}</Radix.Trigger>}
      <Radix.Portal>
        <Radix.Content
          aria-label={label}
          align={align}
          side={side}
          sideOffset={4}
          collisionPadding={8}
          onOpenAutoFocus={(event) => moveFocus(event, props)}
          onCloseAutoFocus={(event) => giveBack(event, props.returnTo?.current)}
          className={`z-50 max-h-(--radix-popover-content-available-height) data-[state=open]:animate-rise-in overflow-y-auto rounded-xl border border-line-2 bg-raised shadow-sh-4 outline-none dark:border-transparent ${className}`}
        >
          {children}
        </Radix.Content>
      </Radix.Portal>
    </Radix.Root>
  )
}

function moveFocus(event: Event, { keepFocus, focusFirst }: PopoverProps): void {
  const content = event.currentTarget instanceof HTMLElement ? event.currentTarget : null
  const target = focusFirst ? content?.querySelector<HTMLElement>(focusFirst) : null
  if (keepFocus || target) event.preventDefault()
  target?.focus()
}

/** Moves the focus to `target`, or to the view if it is gone, unless a click outside has already moved it. */
function giveBack(event: Event, target: HTMLElement | null | undefined): void {
  if (!target || document.activeElement !== document.body) return
  event.preventDefault()
  if (target.isConnected) target.focus()
  else focusView(document.querySelector<HTMLElement>('[role=tabpanel]') ?? document.body)
}
