import type { Level } from '#domain/tasks/priority.ts'

import { tierClass } from './tier-class.ts'
import * as words from './words.ts'

export function PriorityChip({ level }: { level: Level }) {
  return (
    <span
      className={`${tierClass(level)} inline-flex h-4 shrink-0 items-center rounded-xs border border-edge bg-tint px-1 text-[11px]/[14px] font-[600] text-tx`}
    >
      {words.priority(level)}
    </span>
  )
}
