import { GripVertical } from 'lucide-react'

/** What can be done here, in a line. On wide screens it stands beside the tabs. */
export function DragHint({ className = '' }: { className?: string }) {
  return (
    <p className={`flex items-center gap-2 text-meta text-fg-3 ${className}`}>
      <GripVertical aria-hidden size={14} />
      Drag tasks to change their priority level
    </p>
  )
}
