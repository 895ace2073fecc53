import { ArrowLeftRight, ArrowRight } from 'lucide-react'

import type { Level } from '#domain/tasks/priority.ts'

import { PriorityChip } from '../../tasks/priority-chip.tsx'

export function Way({ from, to, isSwap = false }: { from: Level; to: Level; isSwap?: boolean }) {
  const Icon = isSwap ? ArrowLeftRight : ArrowRight
  return (
    <span className="inline-flex shrink-0 items-center gap-1.5">
      <PriorityChip level={from} />
      <Icon size={12} strokeWidth={1.75} className="text-fg-3" />
      <PriorityChip level={to} />
    </span>
  )
}
