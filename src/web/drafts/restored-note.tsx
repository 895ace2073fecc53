import { History } from 'lucide-react'
import type { MouseEvent } from 'react'

import type { Restored } from './use-draft.ts'
import * as words from './words.ts'

type Props = { restored: Restored; onDiscard: () => void; className?: string }

/**
 * Tells the user that a draft was restored and, until it changes, offers to discard it. Discarding moves the focus to
 * the first field, or to the title of the details.
 */
export function RestoredNote({ restored, onDiscard, className }: Props) {
  if (restored === 'no') return null
  const discard = (event: MouseEvent<HTMLElement>) => {
    const form = event.currentTarget.closest('form, [role=dialog]')
    form?.querySelector<HTMLElement>('[data-autofocus], [required], textarea')?.focus()
    onDiscard()
  }
  return (
    <div className={className}>
      <output className="flex min-h-6 items-center gap-2 text-meta text-fg-2">
        <History size={14} strokeWidth={1.75} className="shrink-0 text-fg-3" />
        {words.restored}
        {restored === 'untouched' && (
          <button
            type="button"
            onClick={discard}
            className="rounded-xs border-b border-control font-medium hover:border-fg touch:min-h-6"
          >
            {words.discard}
          </button>
        )}
      </output>
    </div>
  )
}
