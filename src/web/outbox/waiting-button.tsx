import { Dialog as Radix } from 'radix-ui'
import { useRef, useState } from 'react'

import { Popover } from '../ui/popover.tsx'
import { Scrim } from '../ui/scrim.tsx'
import { CLEAR_OF_TOASTS } from '../ui/toast-place.ts'
import { useHistoryEntry } from '../ui/dialog-history.ts'
import { NARROW, useMediaQuery } from '../ui/use-media-query.ts'
import { useStore } from '../state/store.ts'
import { listIsOpen } from '../sync/runner/waiting-list-store.ts'
import { WaitingList } from './waiting-list.tsx'
import type { Waiting } from './waiting.ts'
import * as words from './words.ts'

type Props = { entries: readonly Waiting[]; className: string }

/** The button that opens the list of waiting changes: a popover, or a sheet on a phone. */
export function WaitingButton({ entries, className }: Props) {
  const isNarrow = useMediaQuery(NARROW)
  const isOpen = useStore(listIsOpen)
  const [asksFor, setAsksFor] = useState<number | null>(null)
  const button = useRef<HTMLButtonElement>(null)
  useHistoryEntry(isNarrow && isOpen, close)
  const list = <WaitingList entries={entries} asksFor={asksFor} onAsk={setAsksFor} />
  const onOpenChange = (next: boolean) => {
    setAsksFor(null)
    listIsOpen.set(next)
  }
  const trigger = (
    <button ref={button} type="button" className={className} aria-haspopup="dialog" aria-expanded={isOpen}>
      {words.show}
    </button>
  )
  if (!isNarrow)
    return (
      <Popover
        trigger={trigger}
        open={isOpen}
        onOpenChange={onOpenChange}
        label={words.listTitle}
        returnTo={button}
        className="w-100 max-w-[calc(100vw-16px)]"
      >
        {list}
      </Popover>
    )
  return (
    <Radix.Root open={isOpen} onOpenChange={onOpenChange}>
      <Radix.Trigger asChild>{trigger}</Radix.Trigger>
      <Radix.Portal>
        <Scrim open={isOpen} />
        <Radix.Content
          {...CLEAR_OF_TOASTS}
          aria-describedby={undefined}
          className="fixed inset-x-0 bottom-0 z-40 max-h-[80dvh] overflow-y-auto rounded-t-2xl border-t border-line-2 bg-raised pb-[env(safe-area-inset-bottom)] shadow-sh-4 outline-none data-[state=open]:animate-rise-in"
        >
          <Radix.Title className="sr-only">{words.listTitle}</Radix.Title>
          {list}
        </Radix.Content>
      </Radix.Portal>
    </Radix.Root>
  )
}

const close = () => listIsOpen.set(false)
