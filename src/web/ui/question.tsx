import { AlertDialog as Radix } from 'radix-ui'
import type { ReactNode } from 'react'

import { useHistoryEntry } from './dialog-history.ts'
import { EscapeLayer, closeTopLayer } from './escape-layer.tsx'
import { useReturnFocus } from './return-focus.ts'
import { Scrim } from './scrim.tsx'

type QuestionProps = {
  open: boolean
  /** Called on Escape or Back. The function must not discard anything. */
  onEscape: () => void
  title: string
  text: ReactNode
  /** Moves the focus when the question closes and its opener is gone. */
  onOpenerGone?: () => void
  /** The buttons to choose from. The one with `data-keep` gets focus; without one, the question itself. */
  children: ReactNode
}

/** Asks for confirmation before something is lost. Stays open until the user chooses. */
export function Question({ open, onEscape, title, text, onOpenerGone, children }: QuestionProps) {
  const focus = useReturnFocus(
    (content) => content.querySelector<HTMLElement>('[data-keep]') ?? content,
    onOpenerGone,
  )
  useHistoryEntry(open, onEscape)
  return (
    <Radix.Root open={open} onOpenChange={(next) => !next && onEscape()}>
      <Radix.Portal>
        <Scrim open={open} />
        <Radix.Content
          {...focus}
          onEscapeKeyDown={closeTopLayer}
          className="fixed inset-0 z-40 m-auto h-fit max-h-[calc(100dvh-32px)] w-[calc(100%-32px)] max-w-96 overflow-y-auto rounded-2xl bg-raised p-6 shadow-sh-4 outline-hidden data-[state=closed]:animate-dialog-out data-[state=open]:animate-dialog-in"
        >
          <EscapeLayer onEscape={() => open && onEscape()} />
          <Radix.Title className="text-dialog break-words">{title}</Radix.Title>
          <Radix.Description className="mt-1.5 text-body break-words text-fg-2">{text}</Radix.Description>
          <div className="mt-5 flex flex-wrap justify-end gap-2">{children}</div>
        </Radix.Content>
      </Radix.Portal>
    </Radix.Root>
  )
}
