import { GripVertical } from 'lucide-react'

import * as words from '../words.ts'

/** Explains dragging. Wide screens show it beside the tabs, and narrow screens above the board. */
export function DragHint({ className }: { className: string }) {
  return (
    <p className={`flex items-center gap-2 text-meta text-fg-3 ${className}`}>
      <GripVertical size={14} />
      {words.dragHint}
    </p>
  )
}
