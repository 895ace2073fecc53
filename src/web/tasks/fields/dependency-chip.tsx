import { XIcon } from 'lucide-react'

import type { Level } from '#domain/priority.ts'

import { PriorityChip } from '../priority-chip.tsx'

type Props = { name: string; level: Level | undefined; onRemove: () => void }

/** A picked task. */
export function DependencyChip({ name, level, onRemove }: Props) {
  return (
    <span className="flex h-6 max-w-full min-w-0 items-center gap-1.5 rounded-sm bg-hover pl-1.5 text-meta text-fg max-sm:h-7">
      {level && <PriorityChip level={level} />}
      <span className="max-w-[208px] truncate" title={name}>
        {name}
      </span>
      <button
        type="button"
        aria-label={`Remove ${name}`}
        onClick={onRemove}
        className="relative grid size-6 shrink-0 place-items-center rounded-sm text-fg-3 hover:bg-hover hover:text-fg pointer-coarse:after:absolute pointer-coarse:after:-inset-2"
      >
        <XIcon size={14} strokeWidth={1.75} aria-hidden />
      </button>
    </span>
  )
}
