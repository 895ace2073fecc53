import { Tooltip as Radix } from 'radix-ui'
import { type ComponentProps, type ReactNode, useState } from 'react'

type TooltipProps = {
  label: ReactNode
  children: ReactNode
  side?: 'top' | 'right' | 'bottom' | 'left'
  className?: string
}

/** A short word of help over one element, which must accept a ref and handlers. Never the only place of a meaning. */
export function Tooltip({ label, children, side = 'top', className = '' }: TooltipProps) {
  return (
    <Radix.Root>
      <Radix.Trigger asChild>{children}</Radix.Trigger>
      <Label side={side} className={className}>
        {label}
      </Label>
    </Radix.Root>
  )
}

/**
 * A tooltip that is also there after a press, for help that has no other place: a finger cannot rest on a button. Pressed
 * for, it stays while the page is scrolled and the mouse goes elsewhere, and goes with Escape, a press elsewhere, or the focus.
 */
export function PressTooltip({ label, children, side = 'top', className = '' }: TooltipProps) {
  const [isHovered, setHovered] = useState(false)
  const [isPressed, setPressed] = useState(false)
  const release = () => setPressed(false)
  return (
    <Radix.Root open={isHovered || isPressed} onOpenChange={setHovered}>
      <Radix.Trigger asChild onClick={() => setPressed(true)} onBlur={release}>
        {children}
      </Radix.Trigger>
      <Label side={side} className={className} onEscapeKeyDown={release} onPointerDownOutside={release}>
        {label}
      </Label>
    </Radix.Root>
  )
}

type LabelProps = Required<Pick<TooltipProps, 'children' | 'side' | 'className'>> &
  Pick<ComponentProps<typeof Radix.Content>, 'onEscapeKeyDown' | 'onPointerDownOutside'>

function Label({ children, className, ...rest }: LabelProps) {
  return (
    <Radix.Portal>
      <Radix.Content
        {...rest}
        sideOffset={OFFSET_PX}
        collisionPadding={8}
        className={`z-70 max-w-72 not-data-[state=closed]:animate-rise-in rounded-sm bg-ink px-2 py-1 text-meta text-ink-fg shadow-sh-3 ${className}`}
      >
        {children}
      </Radix.Content>
    </Radix.Portal>
  )
}

/** Stands once around the application. */
export function TooltipProvider({ children }: { children: ReactNode }) {
  return (
    <Radix.Provider delayDuration={OPEN_DELAY_MS} skipDelayDuration={SKIP_DELAY_MS}>
      {children}
    </Radix.Provider>
  )
}

const OPEN_DELAY_MS = 700
const SKIP_DELAY_MS = 300
const OFFSET_PX = 4
