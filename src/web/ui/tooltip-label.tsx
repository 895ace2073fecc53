import { Tooltip as Radix } from 'radix-ui'
import { type ReactNode, type Ref, useImperativeHandle } from 'react'

import { closeTooltip, enterLabel, leaveLabel } from './tooltip-store.ts'

const OFFSET_PX = 4

export type TooltipLabelProps = {
  id: string
  trigger: HTMLElement
  side: 'top' | 'right' | 'bottom' | 'left'
  className: string
  children: ReactNode
  onRelease: (() => void) | undefined
}

export function TooltipLabel({ id, trigger, side, className, children, onRelease }: TooltipLabelProps) {
  return (
    <Radix.Provider>
      <Radix.Root open onOpenChange={() => closeTooltip(id)}>
        <Radix.Trigger asChild>
          <Anchor trigger={trigger} />
        </Radix.Trigger>
        <Radix.Portal>
          <Radix.Content
            id={id}
            side={side}
            sideOffset={OFFSET_PX}
            collisionPadding={8}
            onPointerEnter={() => enterLabel(id)}
            onPointerLeave={() => leaveLabel(id)}
            onEscapeKeyDown={onRelease}
            onPointerDownOutside={onRelease}
            className={`z-70 max-w-72 not-data-[state=closed]:animate-rise-in rounded-sm bg-ink px-2 py-1 text-meta text-ink-fg shadow-sh-3 ${className}`}
          >
            {children}
          </Radix.Content>
        </Radix.Portal>
      </Radix.Root>
    </Radix.Provider>
  )
}

/** Passes Radix the trigger, which is in another part of the page and keeps its handlers. */
function Anchor({ trigger, ref }: { trigger: HTMLElement; ref?: Ref<HTMLElement> }) {
  useImperativeHandle(ref, () => trigger, [trigger])
  return null
}
