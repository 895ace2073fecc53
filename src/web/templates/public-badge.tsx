import { Globe } from 'lucide-react'

import * as words from './words.ts'

export function PublicBadge() {
  return (
    <span className="inline-flex h-4.5 shrink-0 items-center gap-1 rounded-xs border border-line-2 px-1.25 text-chip font-medium text-fg-2">
      <Globe size={13} strokeWidth={1.75} />
      {words.publicBadge}
    </span>
  )
}
