import { Slot } from 'radix-ui'
import { type ComponentType, type ReactNode, createContext, use, useId, useState } from 'react'

import type { TooltipLabelProps } from './tooltip-label.tsx'
import {
  closeTooltip,
  focusTrigger,
  hoverTrigger,
  leaveTrigger,
  pressTrigger,
  useOpenAt,
  useOpenOn,
} from './tooltip-store.ts'
import { useEvent } from './use-event.ts'

type TooltipProps = {
  label: ReactNode
  children: ReactNode
  side?: 'top' | 'right' | 'bottom' | 'left'
  className?: string
}

type TooltipCode = {
  /** The label component, which isn't part of the first load. */
  Label: ComponentType<TooltipLabelProps>
  fetch: () => Promise<void>
}

const Code = createContext<TooltipCode>({ Label: () => null, fetch: () => Promise.resolve() })

/** Provides the label's code to all tooltips. */
export const TooltipProvider = Code.Provider

/** A tooltip for an element that accepts handlers. The tooltip must not be the only source of its information. */
export function Tooltip(props: TooltipProps) {
  const id = useId()
  return <Described {...props} id={id} openAt={useOpenAt(id)} />
}

/**
 * A tooltip that also opens on a click or tap, for help that touch users need. A click keeps it open during scrolling and
 * mouse moves, until Escape, a click outside or a focus change.
 */
export function PressTooltip(props: TooltipProps) {
  const id = useId()
  const [pressedAt, setPressedAt] = useState<HTMLElement | null>(null)
  const openAt = useOpenAt(id)
  return (
    <Described
      {...props}
      id={id}
      openAt={pressedAt ?? openAt}
      onPress={setPressedAt}
      onRelease={() => setPressedAt(null)}
    />
  )
}

/**
 * A tooltip for all elements of a kind, such as a control on every card, which then need no handlers and no state.
 * The tooltip must not be the only source of its information.
 */
export function SharedTooltip({ label, selector }: { label: ReactNode; selector: string }) {
  const { Label, fetch } = use(Code)
  const open = useOpenOn(selector)
  useEvent(document, TRIGGER_EVENTS, (event) => {
    const trigger = event.target instanceof Element && event.target.closest<HTMLElement>(selector)
    if (!trigger) return
    const id = idOf(trigger)
    // If a trigger moves under a resting pointer, that doesn't count as hovering.
    if (event.type === 'pointermove' && (event as PointerEvent).pointerType !== 'touch') {
      void fetch().catch(() => undefined)
      hoverTrigger(id, trigger)
    } else if (event.type === 'focusin') {
      void fetch().catch(() => undefined)
      focusTrigger(id, trigger, event.relatedTarget)
    } else if (event.type === 'pointerout') leaveTrigger(id)
    else if (event.type === 'pointerdown') pressTrigger(id)
    else if (event.type !== 'pointermove') closeTooltip(id)
  })
  if (!open) return null
  return (
    <Label id={open.id} trigger={open.trigger} side="bottom" className="" onRelease={undefined}>
      {label}
    </Label>
  )
}

const TRIGGER_EVENTS = ['pointermove', 'pointerout', 'pointerdown', 'focusin', 'focusout', 'click'] as const

const ids = new WeakMap<HTMLElement, string>()
let idCount = 0

function idOf(trigger: HTMLElement): string {
  const id = ids.get(trigger) ?? `shared-tooltip-${++idCount}`
  ids.set(trigger, id)
  return id
}

type DescribedProps = TooltipProps & {
  id: string
  openAt: HTMLElement | null
  onPress?: (trigger: HTMLElement) => void
  onRelease?: () => void
}

function Described(props: DescribedProps) {
  const { id, label, children, side = 'top', className = '', onPress, onRelease } = props
  const openAt = label ? props.openAt : null
  const { Label, fetch } = use(Code)
  const fetchCode = () => void fetch().catch(() => undefined)
  return (
    <>
      <Slot.Root
        aria-describedby={openAt ? id : undefined}
        onPointerEnter={fetchCode}
        onPointerMove={({ pointerType, currentTarget }) => {
          if (pointerType !== 'touch') hoverTrigger(id, currentTarget)
        }}
        onPointerLeave={() => leaveTrigger(id)}
        onPointerDown={(event) => {
          if (!event.defaultPrevented) pressTrigger(id)
        }}
        onFocus={({ currentTarget, relatedTarget }) => {
          fetchCode()
          focusTrigger(id, currentTarget, relatedTarget)
        }}
        onBlur={() => {
          onRelease?.()
          closeTooltip(id)
        }}
        onClick={(event) => {
          onPress?.(event.currentTarget)
          if (!event.defaultPrevented) closeTooltip(id)
        }}
      >
        {children}
      </Slot.Root>
      {openAt && (
        <Label id={id} trigger={openAt} side={side} className={className} onRelease={onRelease}>
          {label}
        </Label>
      )}
    </>
  )
}
