import type { Level } from '#domain/priority.ts'

import { tierClass } from './tier-class.ts'

/** A task's level in two letters: 'P3'. */
export function PriorityChip({ level }: { level: Level }) {
  return (
    <span
      className={`${tierClass(level)} inline-flex h-4 shrink-0 items-center rounded-xs border border-edge bg-tint px-1 text-[11px]/[14px] font-[600] text-tx`}
    >
      P{level}
    </span>
  )
}
