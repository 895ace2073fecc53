import type { KeyboardEvent } from 'react'

import { Button } from '../ui/button.tsx'
import type { Paste } from './use-paste.ts'
import * as words from './words.ts'

type Props = { paste: Paste; onCancel: () => void }

/** Offers to add several pasted lines as one task each, or as a single task. */
export function SeveralLines({ paste, onCancel }: Props) {
  const [first = ''] = paste.lines
  const cancelByKey = (event: KeyboardEvent) => {
    if (event.key !== 'Escape') return
    event.preventDefault()
    event.stopPropagation()
    onCancel()
  }
  return (
    <div className="flex min-h-11 min-w-0 flex-1 flex-wrap items-center gap-x-2 gap-y-1 py-1 pr-1.5">
      <p className="mr-auto min-w-0 truncate text-[15px]/6 font-[450]">
        <bdi>{first}</bdi>
        <span className="text-fg-3">{words.moreLines(paste.lines.length - 1)}</span>
      </p>
      <Button variant="ghost" onClick={onCancel} onKeyDown={cancelByKey}>
        {words.cancel}
      </Button>
      <Button variant="ghost" onClick={paste.addAsOne} onKeyDown={cancelByKey}>
        {words.addAsOne}
      </Button>
      <Button
        variant="primary"
        // oxlint-disable-next-line jsx-a11y/no-autofocus
        autoFocus
        aria-disabled={!paste.canAdd}
        onClick={paste.addSeveral}
        onKeyDown={cancelByKey}
      >
        {words.addSeveral(paste.lines.length)}
      </Button>
    </div>
  )
}
