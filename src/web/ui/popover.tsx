import { Popover as Radix } from 'radix-ui'
import type { ReactNode, RefObject } from 'react'

type PopoverProps = {
  /** The button that opens it, which must accept a ref and handlers. */
  trigger?: ReactNode
  /** Where it stands, when not at the trigger. */
  anchor?: RefObject<HTMLElement | null>
  children: ReactNode
  /** Its name for screen readers. */
  label: string
  open?: boolean
  onOpenChange?: (open: boolean) => void
  align?: 'start' | 'center' | 'end'
  side?: 'top' | 'right' | 'bottom' | 'left'
  /** Inside a dialog: keeps wheel and focus in the popover. */
  modal?: boolean
  /** Called instead of moving the focus into the popover when it opens. */
  keepFocus?: boolean
  /** What gets the focus when it closes, when not the trigger. */
  returnTo?: RefObject<HTMLElement | null>
  className?: string
}

/** A small panel over the page, closed by Escape or a click elsewhere. */
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
          onOpenAutoFocus={props.keepFocus ? (event) => event.preventDefault() : undefined}
          onCloseAutoFocus={(event) => giveBack(event, props.returnTo?.current)}
          className={`z-50 max-h-(--radix-popover-content-available-height) data-[state=open]:animate-rise-in overflow-y-auto rounded-xl border border-line-2 bg-raised shadow-sh-4 outline-none dark:border-transparent ${className}`}
        >
          {children}
        </Radix.Content>
      </Radix.Portal>
    </Radix.Root>
  )
}

/** Not when the focus went somewhere else by a click, which is what closed it. */
function giveBack(event: Event, target: HTMLElement | null | undefined): void {
  if (!target?.isConnected || document.activeElement !== document.body) return
  event.preventDefault()
  target.focus()
}
